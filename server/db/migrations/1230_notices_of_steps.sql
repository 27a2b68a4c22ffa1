-- Which parents were told of a step, how and when: beside the letter, which stays the warning.
alter table absence_steps add column notices jsonb not null default '[]' constraint absence_steps_notices check (jsonb_typeof(notices) = 'array');
