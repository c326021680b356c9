//! The module `tasks` (spec: operations, 8, cards 17 to 21; runtime, 12).

use gg_engine::{Call, CallError};
use rusqlite::Connection;

use crate::{
    failure::{are_named, conflict, invalid, limit, not_found, required},
    host::Host,
    operations::{
        core::TextEdit,
        tasks::{Operations, TaskInput, TaskPatch, TaskStatus, TaskUsage},
    },
    store::{Stop, StoreError, tasks},
    text::is_blank,
};

impl Operations for Host {
    async fn add_task(&mut self, call: &Call, task: TaskInput) -> Result<TaskUsage, CallError> {
        let max_tasks = self.max_tasks(call)?;
        required(call, "task.id", &task.id)?;
        required(call, "task.title", &task.title)?;
        are_named(call, "task.blocked-by", &task.blocked_by)?;
        let agent = &self.settings.agent;
        let TaskInput { id, title, description, blocked_by } = &task;
        let description = description.as_deref().filter(|description| !is_blank(description));
        let added = self.store.write(|store| {
            let others: Vec<&String> = blocked_by.iter().filter(|blocker| *blocker != id).collect();
            let blockers = numbers(call, store, agent, "task.blocked-by", &others)?;
            if tasks::number(store, agent, id)?.is_some() {
                return Err(conflict(format!("there is a task of this id already: {id}")).into());
            }
            if others.len() < blocked_by.len() {
                return Err(blocks_itself(id).into());
            }
            // What is new blocks nothing yet, so it closes no circle.
            let count = tasks::count(store, agent)?;
            if count >= max_tasks {
                return Err(limit(format!("there are {count} tasks; the most is {max_tasks}")).into());
            }
            let number = tasks::add(store, agent, id, title, description)?;
            tasks::set_blockers(store, number, &blockers)?;
            Ok(TaskUsage { count: count + 1, max_tasks })
        });
        added.await?
    }

    async fn update_task(&mut self, call: &Call, id: String, patch: TaskPatch) -> Result<(), CallError> {
        self.max_tasks(call)?;
        required(call, "id", &id)?;
        let TaskPatch { title, description, status } = &patch;
        if let Some(title) = title {
            required(call, "patch.title", title)?;
        }
        let description = match description {
            TextEdit::Keep => None,
            TextEdit::Clear => Some(None),
            TextEdit::Set(text) => Some(Some(text.as_str()).filter(|text| !is_blank(text))),
        };
        if title.is_none() && description.is_none() && status.is_none() {
            return Err(invalid(format!("`{}` changes nothing", call.param("patch"))));
        }
        self.change_task(&id, |store, number| Ok(tasks::change(store, number, title.as_deref(), description, *status)?))
            .await
    }

    async fn set_blocked_by(&mut self, call: &Call, id: String, blocked_by: Vec<String>) -> Result<(), CallError> {
        self.max_tasks(call)?;
        required(call, "id", &id)?;
        are_named(call, "blocked-by", &blocked_by)?;
        let agent = self.settings.agent.clone();
        let blocked_by: Vec<&String> = blocked_by.iter().collect();
        self.change_task(&id, |store, number| {
            let blockers = numbers(call, store, &agent, "blocked-by", &blocked_by)?;
            if blockers.contains(&number) {
                return Err(blocks_itself(&id).into());
            }
            for blocker in &blockers {
                if let Some(way) = tasks::way(store, *blocker, number)? {
                    let way = way.join(", which waits for ");
                    return Err(conflict(format!("the tasks would wait in a circle: {id} waits for {way}")).into());
                }
            }
            Ok(tasks::set_blockers(store, number, &blockers)?)
        })
        .await
    }

    async fn complete_task(&mut self, call: &Call, id: String) -> Result<(), CallError> {
        self.max_tasks(call)?;
        required(call, "id", &id)?;
        self.change_task(&id, |store, number| Ok(tasks::change(store, number, None, None, Some(TaskStatus::Done))?))
            .await
    }

    async fn remove_task(&mut self, call: &Call, id: String) -> Result<TaskUsage, CallError> {
        let max_tasks = self.max_tasks(call)?;
        required(call, "id", &id)?;
        let agent = self.settings.agent.clone();
        self.change_task(&id, |store, number| {
            tasks::remove(store, number)?;
            Ok(TaskUsage { count: tasks::count(store, &agent)?, max_tasks })
        })
        .await
    }
}

impl Host {
    /// The agent's tasks as they stand pinned in its window; none when it has no tasks.
    ///
    /// # Errors
    ///
    /// The store cannot be used.
    pub async fn task_block(&mut self) -> Result<Option<String>, StoreError> {
        let agent = &self.settings.agent;
        let tasks = self.store.read(|store| tasks::list(store, agent)).await?;
        Ok(tasks.and_then(|tasks| tasks::block(&tasks)))
    }

    fn max_tasks(&self, call: &Call) -> Result<u32, CallError> {
        self.settings.tasks.ok_or_else(|| call.missing())
    }

    /// Does something to a task that is there.
    async fn change_task<T>(
        &mut self,
        id: &str,
        mut change: impl FnMut(&Connection, i64) -> Result<T, Stop>,
    ) -> Result<T, CallError> {
        let agent = &self.settings.agent;
        let changed = self.store.write(|store| match tasks::number(store, agent, id)? {
            Some(number) => change(store, number),
            None => Err(not_found(format!("no such task: {id}")).into()),
        });
        changed.await?
    }
}

/// The numbers of the tasks with these ids.
fn numbers(call: &Call, store: &Connection, agent: &str, param: &str, ids: &[&String]) -> Result<Vec<i64>, Stop> {
    let number = |id: &&String| {
        let unknown = || not_found(format!("`{}` names no task: {id}", call.param(param)));
        Ok(tasks::number(store, agent, id)?.ok_or_else(unknown)?)
    };
    ids.iter().map(number).collect()
}

fn blocks_itself(id: &str) -> CallError {
    conflict(format!("the task would wait for itself: {id}"))
}
