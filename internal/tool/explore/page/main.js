let DATA; // of the page

// inflated resolves to the text that was compressed: base64 of DEFLATE without a header.
function inflated(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();
}

const element = document.getElementById("data");
if (element.dataset.form === "deflate") {
  inflated(element.textContent).then(text => start(DATA = JSON.parse(text)), e => document.querySelector("main").replaceChildren(`The data of this page cannot be read: ${e}`));
} else {
  start(DATA = JSON.parse(element.textContent));
}
