//! The module `recipes`.

use gg_engine::{Call, CallError, ErrorCode};

use crate::{
    Pantry,
    surface::{
        recipes::{Effort, Operations, Recipe},
        stock::Level,
    },
};

/// How many recipes there are at most in one answer.
const MOST: u32 = 20;

impl Operations for Pantry {
    async fn find(
        &mut self,
        call: &Call,
        item: String,
        effort: Option<Effort>,
        limit: Option<u32>,
    ) -> Result<Vec<Recipe>, CallError> {
        let limit = limit.unwrap_or(5);
        if !(1..=MOST).contains(&limit) {
            let message = format!(
                "`{}` is {limit}; it is from 1 to {MOST}",
                call.param("limit")
            );
            return Err(CallError::new(ErrorCode::InvalidArgument, message));
        }
        let most = effort.map_or(u8::MAX, work);
        let mut found: Vec<Recipe> = book()
            .into_iter()
            .filter(|recipe| work(recipe.effort) <= most)
            .collect();
        found.retain(|recipe| recipe.needs.iter().any(|need| need.item == item));
        found.sort_by_key(|recipe| work(recipe.effort));
        found.truncate(limit as usize);
        Ok(found)
    }
}

fn work(effort: Effort) -> u8 {
    match effort {
        Effort::Quick => 0,
        Effort::Usual => 1,
        Effort::Long => 2,
    }
}

fn book() -> Vec<Recipe> {
    let recipe = |title: &str, effort, needs: &[(&str, u32)]| {
        let needs = needs.iter().map(|&(item, grams)| Level {
            item: item.to_owned(),
            grams,
        });
        Recipe {
            title: title.to_owned(),
            effort,
            needs: needs.collect(),
        }
    };
    vec![
        recipe(
            "Rice with peas",
            Effort::Quick,
            &[("rice", 80), ("peas", 120)],
        ),
        recipe(
            "Risotto",
            Effort::Usual,
            &[("rice", 100), ("butter", 30), ("cheese", 40)],
        ),
        recipe("Bread", Effort::Long, &[("flour", 400), ("salt", 8)]),
    ]
}
