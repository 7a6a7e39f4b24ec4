// The API docs: puts this service's address into the examples, prepares the forms that try the endpoints, and collapses
// the contents on narrow screens.

import { SERVICE, prepare } from "./try.js";

const contents = document.querySelector(".contents");
const wide = matchMedia("(min-width: 58rem)");

for (const address of document.querySelectorAll(".service")) address.textContent = SERVICE;

document.querySelectorAll(".try").forEach(prepare);

const fold = () => (contents.open = wide.matches);
fold();
wide.addEventListener("change", fold);

// Contents above the text are collapsed when a section is chosen.
contents.addEventListener("click", (event) => {
  if (event.target.closest("nav a")) fold();
});
