// The page of the studio alone. The fragment holds everything that is shown.

document.title = "optc layout studio";
document.querySelector("h1").replaceChildren("Layout studio", el("a", { className: "badge", href: "index.html" }, "playground"));
const loading = el("progress", { max: 1, value: 0, "aria-label": "Loading optc" });
const command = loadProgram(share => loading.value = share).then(module => new Command(module));
const studio = new Studio(command, link => history.replaceState(null, "", "#" + link));
document.querySelector("main").replaceChildren(studio.element);
if (!location.hash.slice(1)) studio.begin(JSON.parse(document.getElementById("data").textContent));
studio.status.replaceChildren("loading optc … ", loading);
command.then(() => studio.start(location.hash.slice(1))).catch(e => studio.fail("optc cannot be loaded: " + e.message));
addEventListener("hashchange", () => location.hash.slice(1) !== studio.link && studio.restore(location.hash.slice(1)) && studio.ask());
