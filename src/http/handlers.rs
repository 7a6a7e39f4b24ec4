pub(crate) mod record;

pub(crate) mod export;

pub(crate) mod health;
