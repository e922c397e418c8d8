// what scrolls to the side can be reached by the keyboard
for (const box of document.querySelectorAll("article pre, article table.docutils")) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
}
