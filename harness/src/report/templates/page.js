(() => {
  "use strict";
  // Without this script every link leads to its place in the page. With it, failures open beside the scoreboard.
  const copy = (run) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy the command");
    button.addEventListener("click", async () => {
      const code = run.querySelector("code");
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        // No clipboard, as in a page opened from a file: the command is selected instead.
        const range = document.createRange();
        range.selectNodeContents(code);
        const selection = getSelection();
        selection.removeAllRanges();
        selection.addRange(range);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 2000);
    });
    run.append(button);
  };
  const prepared = new WeakSet();
  const prepare = (place) => {
    for (const run of place.querySelectorAll(".run")) {
      if (!prepared.has(run)) {
        prepared.add(run);
        copy(run);
      }
    }
  };
  // A page may hold thousands of commands: their buttons come when they are first seen.
  document.addEventListener("toggle", (event) => { if (event.target.open) prepare(event.target); }, true);

  const dialog = document.createElement("dialog");
  if (!dialog.showModal) return;
  dialog.setAttribute("aria-labelledby", "opened");
  dialog.innerHTML = '<div class="bar-top"><h2 id="opened" tabindex="-1" autofocus></h2><button type="button">Close</button></div><div class="inside"></div>';
  document.body.append(dialog);
  const title = dialog.querySelector("h2");
  const inside = dialog.querySelector(".inside");
  const close = dialog.querySelector("button");
  let home = null;
  let from = null;

  const putBack = () => {
    if (home) home.replaceWith(inside.firstElementChild);
    home = null;
  };
  const open = (cell, target) => {
    if (!dialog.contains(cell)) {
      putBack();
      home = document.createElement("div");
      cell.replaceWith(home);
      inside.replaceChildren(cell);
    }
    title.textContent = inside.firstElementChild.dataset.title;
    const topics = inside.querySelectorAll("details.topic");
    if (target === inside.firstElementChild && topics.length && ![...topics].some((topic) => topic.open)) topics[0].open = true;
    for (let at = target; at && at !== inside; at = at.parentElement) if (at.localName === "details") at.open = true;
    prepare(inside);
    if (!dialog.open) dialog.showModal();
    if (target === inside.firstElementChild) dialog.scrollTop = 0;
    else target.scrollIntoView({ behavior: "instant", block: "start" });
  };
  const find = (hash) => {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      // Somebody has written an address that is none.
      return null;
    }
  };
  const follow = () => {
    const target = find(location.hash);
    const cell = target && target.closest(".cell");
    if (cell) open(cell, target);
    else if (dialog.open) dialog.close();
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]');
    if (!link) return;
    const target = find(link.hash);
    if (!target || !target.closest(".cell") || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The page behind stays where it is: nothing scrolls to where the failures would be without this script.
    event.preventDefault();
    if (!dialog.contains(link)) from = link;
    if (link.hash !== location.hash) history.pushState(null, "", link.hash);
    follow();
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => {
    putBack();
    const target = find(location.hash);
    if (target && target.closest(".cell")) history.replaceState(null, "", location.pathname + location.search);
    if (from && from.isConnected) from.focus({ preventScroll: true });
    from = null;
  });
  addEventListener("hashchange", follow);
  follow();
})();
