-- Fields of the official record that were made for an import: unused ones go with its undo, as classes do.
alter table imports add column made_fields uuid[] not null default '{}';
