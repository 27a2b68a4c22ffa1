-- Folders of Clever and Canvas.
alter table imports drop constraint imports_source_known;
alter table imports add constraint imports_source_known
  check (source = any (array['table', 'oneRoster', 'schoolDataSync', 'clever', 'canvas']));
