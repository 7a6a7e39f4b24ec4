// The API docs: this service's address in the examples, and contents that are folded where they have no room.

const contents = document.querySelector(".contents");
const wide = matchMedia("(min-width: 58rem)");

// The address of this file begins with that of the service.
const service = new URL("..", import.meta.url).href.slice(0, -1);
for (const address of document.querySelectorAll(".service")) address.textContent = service;

const fold = () => (contents.open = wide.matches);
fold();
wide.addEventListener("change", fold);

// Where the contents lie above the text, they give way to the section that was chosen.
contents.addEventListener("click", (event) => {
  if (event.target.closest("nav a")) fold();
});
