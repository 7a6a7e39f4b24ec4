/*!
The credentials of a store, from AWS's environment variables or its file of shared credentials.
*/

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// A key with its secret. A temporary key also has a token.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Credentials {
    pub(crate) key: String,
    pub(crate) secret: String,
    pub(crate) token: Option<String>,
}

impl Credentials {
    /// Reads `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, or else the profile `AWS_PROFILE` of
    /// the file `AWS_SHARED_CREDENTIALS_FILE`, `~/.aws/credentials` by default. `None` if neither exists.
    pub(crate) fn read() -> Result<Option<Self>> {
        match (variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")) {
            (Some(key), Some(secret)) => Ok(Some(Self { key, secret, token: variable("AWS_SESSION_TOKEN") })),
            (Some(_), None) => bail!("AWS_ACCESS_KEY_ID is set, and AWS_SECRET_ACCESS_KEY is not: set both"),
            (None, Some(_)) => bail!("AWS_SECRET_ACCESS_KEY is set, and AWS_ACCESS_KEY_ID is not: set both"),
            (None, None) => Self::from_file(),
        }
    }

    fn from_file() -> Result<Option<Self>> {
        let named = variable("AWS_SHARED_CREDENTIALS_FILE").map(PathBuf::from);
        let profile = variable("AWS_PROFILE");
        let is_named = named.is_some() || profile.is_some();
        let Some(path) = named.or_else(|| Some(env::home_dir()?.join(".aws/credentials"))) else { return Ok(None) };
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound && !is_named => return Ok(None),
            text => text.with_context(|| format!("cannot read the credentials {}", path.display()))?,
        };
        let profile = profile.as_deref().unwrap_or("default");
        match from_profile(&text, profile, &path)? {
            None if is_named => bail!("{} has no profile [{profile}] with aws_access_key_id", path.display()),
            found => Ok(found),
        }
    }
}

/// The value of an environment variable, unless it is unset or empty.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// The credentials of a profile: lines of `name = value` below `[profile]`.
fn from_profile(text: &str, profile: &str, path: &Path) -> Result<Option<Credentials>> {
    let mut is_in_profile = false;
    let (mut key, mut secret, mut token) = (None, None, None);
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            is_in_profile = name.trim() == profile;
        } else if let Some((name, value)) = line.split_once('=').filter(|_| is_in_profile) {
            let value = Some(value.trim().to_owned()).filter(|value| !value.is_empty());
            match name.trim() {
                "aws_access_key_id" => key = value,
                "aws_secret_access_key" => secret = value,
                "aws_session_token" => token = value,
                _ => {}
            }
        }
    }
    match (key, secret) {
        (Some(key), Some(secret)) => Ok(Some(Credentials { key, secret, token })),
        (None, None) => Ok(None),
        _ => {
            bail!("{} has one of aws_access_key_id and aws_secret_access_key in [{profile}]: give both", path.display())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_is_read_from_a_file_of_shared_credentials() {
        let text = "# comment\n[default]\naws_access_key_id=A\naws_secret_access_key = b=c\n\n[ other ]\n\
                    aws_access_key_id = O\naws_secret_access_key = p\naws_session_token = t\nregion = x\n[half]\n\
                    aws_access_key_id = H\n";
        let read = |profile| from_profile(text, profile, Path::new("file"));
        let of = |key: &str, secret: &str, token: Option<&str>| {
            Some(Credentials { key: key.into(), secret: secret.into(), token: token.map(str::to_owned) })
        };
        assert!(read("default").unwrap() == of("A", "b=c", None));
        assert!(read("other").unwrap() == of("O", "p", Some("t")));
        assert!(read("missing").unwrap().is_none());
        let error = read("half").err().unwrap().to_string();
        assert_eq!(error, "file has one of aws_access_key_id and aws_secret_access_key in [half]: give both");
    }
}
