import { recipes, shift, stock } from "pantry";

// What a model may write: look at what is left, and buy what tonight's recipe takes.
const left = new Map(stock.list().map((level) => [level.item, level.grams]));
const [tonight] = recipes.find("rice", { effort: "quick" });

for (const need of tonight?.needs ?? []) {
    const missing = need.grams - (left.get(need.item) ?? 0);
    if (missing > 0) {
        stock.add(need.item, missing);
    }
}

shift.close(`Tonight: ${tonight?.title ?? "nothing with rice"}`);
