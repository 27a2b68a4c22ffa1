-- When the provider of an account signed its person out last, so that the same logout, or an older one, ends nothing that began later.
alter table outside_accounts add column logged_out_at timestamptz;
