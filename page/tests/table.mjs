// What a table shows, against what the state holds.

/** Runs in the page: with everybody's eyes, at steps that far apart, what is drawn against what the state holds. */
export async function forgotten({ most, plain }) {
  const page = document.querySelector("shinpan-page");
  const cards = (shape, kind, value) => shape[kind].flatMap((field) => {
    // What has no words is for the rules only.
    if (!field.label && !field.none && field.name !== "sides") return [];
    const items = field.list ? value[field.name] ?? [] : field.name in value ? [value[field.name]] : field.required && field.table ? [0] : [];
    if (field.of) return items.flatMap((item) => cards(shape, field.of, item));
    return field.table && !field.open ? items.map((item) => `${field.table}:${item}`) : [];
  });
  const misnamed = (drawn) => {
    const [table, number] = drawn.dataset.card.split(":");
    const text = drawn.textContent.replaceAll(/\s/g, "");
    return number === "0" ? text !== "" : !text.includes((page.data.cards[table]?.[number]?.name ?? "?").replaceAll(/\s/g, ""));
  };
  const wrong = [];
  page.plain = plain;
  for (const viewer of page.data.viewers) {
    await page.look(viewer);
    const steps = page.told.steps.length;
    for (let step = 0; step < steps; step += Math.max(1, Math.floor(steps / most))) {
      page.go(step);
      await page.updateComplete;
      const [root] = Object.keys(page.data.shape);
      const meant = cards(page.data.shape, root, page.told.steps[step].state).sort();
      const drawn = [...page.querySelectorAll("[data-board] [data-card]")];
      const found = drawn.map((one) => one.dataset.card).sort();
      if (meant.join() !== found.join()) wrong.push(`${viewer} ${step}: ${found.length} of ${meant.length}, ${meant.filter((one) => !found.includes(one)).slice(0, 5)} | ${found.filter((one) => !meant.includes(one)).slice(0, 5)}`);
      // A mark that says nothing leaves its reader guessing.
      wrong.push(...[...page.querySelectorAll("[data-board] :is(.done,.going,.left,.bit,.lies)")].filter((one) => !one.textContent.trim()).map((one) => `${viewer} ${step}: an empty ${one.className}`));
      wrong.push(...drawn.filter(misnamed).map((one) => `${viewer} ${step}: ${one.dataset.card} is called ${one.textContent.trim()}`));
    }
  }
  await page.look(page.data.viewers[0]);
  page.plain = false;
  return wrong.slice(0, 10);
}
