// The API docs: puts this service's address into the examples, and folds the contents on narrow screens.

const contents = document.querySelector(".contents");
const wide = matchMedia("(min-width: 58rem)");

// The address of this file begins with that of the service.
const service = new URL("..", import.meta.url).href.slice(0, -1);
for (const address of document.querySelectorAll(".service")) address.textContent = service;

const fold = () => (contents.open = wide.matches);
fold();
wide.addEventListener("change", fold);

// Contents above the text fold away when a section is chosen.
contents.addEventListener("click", (event) => {
  if (event.target.closest("nav a")) fold();
});
