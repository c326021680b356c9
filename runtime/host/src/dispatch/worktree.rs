//! The git worktree of an issue: made beside the workspace, committed, compared, merged and thrown away.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::git::{Git, GitError};

/// Bytes of a diff that a reviewer is shown; what is longer can be looked at in the worktree.
const DIFF: usize = 65_536;

/// The worktrees of a workspace.
#[derive(Debug)]
pub(super) struct Worktrees {
    git: Git,
    /// The workspace's folder, without links.
    workspace: PathBuf,
}

/// The worktree of an issue.
#[derive(Debug, Clone)]
pub(super) struct Worktree {
    /// Its top folder.
    top: PathBuf,
    /// The workspace in it.
    pub(super) folder: PathBuf,
    branch: String,
}

/// What came of merging.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Merge {
    /// The workspace has the work.
    Merged,
    /// Nothing was touched: these files, from the repository's top, are in conflict.
    Conflict {
        /// The commit of the workspace that is in the way.
        base: String,
        /// The files.
        files: Vec<String>,
    },
    /// Somebody committed in the workspace meanwhile, so it is to be tried again.
    Moved,
}

impl Worktree {
    /// The branch its commits are on.
    pub(super) fn branch(&self) -> &str {
        &self.branch
    }

    /// The folder that is its own.
    pub(super) fn top(&self) -> &Path {
        &self.top
    }
}

impl Worktrees {
    pub(super) fn new(git: Git, workspace: PathBuf) -> Self {
        Self { git, workspace }
    }

    /// Where the worktree of an issue is, or would be. spec: runtime, 13.2
    pub(super) fn place(&self, issue: &str) -> PathBuf {
        let mut name = self.workspace.file_name().map(OsString::from).unwrap_or_default();
        name.push(".gg-worktrees");
        self.workspace.with_file_name(name).join(issue)
    }

    /// The worktree of an issue: as it was left if it is there, else made of what the workspace has committed.
    pub(super) async fn of(&self, issue: &str) -> Result<Worktree, GitError> {
        let prefix = self.git.run(&self.workspace, &["rev-parse", "--show-prefix"]).await?;
        let top = self.place(issue);
        let branch = format!("gg/{issue}");
        let worktree = Worktree { folder: top.join(prefix), top, branch };
        if worktree.top.join(".git").is_file() {
            // A merge that was given up in the middle is begun anew when it is its time.
            if self.is_merging(&worktree.top).await? {
                self.git.run(&worktree.top, &["merge", "--abort"]).await?;
            }
            return Ok(worktree);
        }
        // One whose folder somebody took away is forgotten first.
        self.git.run(&self.workspace, &["worktree", "prune"]).await?;
        let reference = format!("refs/heads/{}", worktree.branch);
        let known = self.git.either(&self.workspace, &["rev-parse", "--quiet", "--verify", &reference]).await?;
        let at = worktree.top.as_os_str();
        let branch = OsString::from(&worktree.branch);
        let add = [OsString::from("worktree"), "add".into(), "--quiet".into()];
        let rest = if known.status == Some(0) {
            vec![at.to_owned(), branch]
        } else {
            vec!["-b".into(), branch, at.to_owned(), "HEAD".into()]
        };
        self.git.run(&self.workspace, &[&add[..], &rest].concat()).await?;
        Ok(worktree)
    }

    /// Commits everything in a worktree that is not, on the branch of the worktree, and names the commit.
    pub(super) async fn commit(&self, worktree: &Worktree, message: &str) -> Result<String, GitError> {
        self.git.run(&worktree.top, &["add", "--all"]).await?;
        if !self.git.run(&worktree.top, &["status", "--porcelain"]).await?.is_empty() {
            self.git.commit(&worktree.top, &["commit", "--quiet", "--message", message]).await?;
        }
        // The work may have been committed on another branch.
        self.git.run(&worktree.top, &["checkout", "--quiet", "-B", &worktree.branch]).await?;
        self.head(&worktree.top).await
    }

    /// Brings a worktree back to a commit of its own: what was left there since is gone, but for what git ignores.
    pub(super) async fn restore(&self, worktree: &Worktree, commit: &str) -> Result<(), GitError> {
        self.git.run(&worktree.top, &["checkout", "--quiet", "--force", "-B", &worktree.branch, commit]).await?;
        self.git.run(&worktree.top, &["clean", "--quiet", "-d", "--force"]).await.map(drop)
    }

    /// What the work changes against what it began from, cut if it is long.
    pub(super) async fn diff(&self, worktree: &Worktree) -> Result<String, GitError> {
        let base = self.head(&self.workspace).await?;
        let diff =
            self.git.run(&worktree.top, &["diff", "--no-color", "--no-ext-diff", &format!("{base}...HEAD")]).await?;
        if diff.len() <= DIFF {
            return Ok(diff);
        }
        let end = diff[..diff.floor_char_boundary(DIFF)].rfind('\n').unwrap_or_default();
        Ok(format!("{}\n(cut: the whole has {} bytes; {base} is what it began from)", &diff[..end], diff.len()))
    }

    /// Merges the work into the workspace, unless there is a conflict, in which case nothing is touched.
    pub(super) async fn merge(&self, worktree: &Worktree, message: &str) -> Result<Merge, GitError> {
        let base = self.head(&self.workspace).await?;
        let arguments = ["merge-tree", "--write-tree", "-z", "--name-only", "--no-messages", &base, &worktree.branch];
        let tried = self.git.either(&self.workspace, &arguments).await?;
        if tried.status == Some(1) {
            // What stands first is the tree, with the conflicts in it.
            let files = tried.out.split('\0').skip(1).take_while(|file| !file.is_empty());
            return Ok(Merge::Conflict { base, files: files.map(str::to_owned).collect() });
        }
        // A merge that somebody else has begun is theirs to end.
        let others = self.is_merging(&self.workspace).await?;
        let merge = ["merge", "--quiet", "--no-ff", "--message", message, &worktree.branch];
        let Err(error) = self.git.commit(&self.workspace, &merge).await else { return Ok(Merge::Merged) };
        if !others && self.is_merging(&self.workspace).await? {
            self.git.run(&self.workspace, &["merge", "--abort"]).await?;
        }
        if self.head(&self.workspace).await? == base { Err(error) } else { Ok(Merge::Moved) }
    }

    /// Begins to merge a commit into a worktree, where somebody resolves the conflicts.
    pub(super) async fn begin_merge(&self, worktree: &Worktree, base: &str) -> Result<(), GitError> {
        self.git.either_commits(&worktree.top, &[&NOT_FAST[..], &[base]].concat()).await.map(drop)
    }

    /// Ends a merge that was begun; the files that are in conflict still, in which case it is not ended.
    pub(super) async fn end_merge(
        &self,
        worktree: &Worktree,
        base: &str,
        files: &[String],
    ) -> Result<Vec<String>, GitError> {
        let marked: Vec<String> = files.iter().filter(|file| has_marks(&worktree.top.join(file))).cloned().collect();
        if !marked.is_empty() {
            return Ok(marked);
        }
        self.git.run(&worktree.top, &["add", "--all"]).await?;
        if self.is_merging(&worktree.top).await? {
            self.git.commit(&worktree.top, &["commit", "--quiet", "--no-edit"]).await?;
        }
        let is_in = self.git.either(&worktree.top, &["merge-base", "--is-ancestor", base, "HEAD"]).await?;
        Ok(if is_in.status == Some(0) { Vec::new() } else { files.to_vec() })
    }

    /// Throws a worktree away, with its branch.
    pub(super) async fn remove(&self, worktree: &Worktree) -> Result<(), GitError> {
        let remove = [OsString::from("worktree"), "remove".into(), "--force".into(), worktree.top.clone().into()];
        self.git.run(&self.workspace, &remove).await?;
        self.git.run(&self.workspace, &["branch", "--quiet", "-D", &worktree.branch]).await?;
        release(&worktree.top);
        Ok(())
    }

    /// Makes the folder of an issue's worktree, by which one that is claimed is found again before it has more. Where it cannot
    /// be made, making the worktree tells why.
    pub(super) fn reserve(&self, issue: &str) {
        let _ = fs::create_dir_all(self.place(issue));
    }

    /// Takes the folder of an issue's worktree away again, if nothing is in it.
    pub(super) fn release(&self, issue: &str) {
        release(&self.place(issue));
    }

    async fn is_merging(&self, folder: &Path) -> Result<bool, GitError> {
        let merging = self.git.either(folder, &["rev-parse", "--quiet", "--verify", "MERGE_HEAD"]).await?;
        Ok(merging.status == Some(0))
    }

    async fn head(&self, folder: &Path) -> Result<String, GitError> {
        self.git.run(folder, &["rev-parse", "--verify", "HEAD^{commit}"]).await
    }
}

/// A merge that ends as far as git can, and is committed later.
const NOT_FAST: [&str; 4] = ["merge", "--quiet", "--no-ff", "--no-commit"];

/// Whether a file has the marks of a conflict.
fn has_marks(path: &Path) -> bool {
    let text = std::fs::read(path).unwrap_or_default();
    let begins = |mark: &[u8]| text.split(|byte| *byte == b'\n').any(|line| line.starts_with(mark));
    begins(b"<<<<<<< ") && begins(b">>>>>>> ")
}

/// Takes a folder away in which nothing is, and with the last the folder of them all.
fn release(top: &Path) {
    let _ = fs::remove_dir(top);
    let _ = top.parent().map(fs::remove_dir);
}
