const DATA = JSON.parse(document.getElementById("data").textContent);
start(DATA);
