-- Imports bring marks of former terms too.
alter table imports drop constraint imports_kind_known,
  add constraint imports_kind_known check (kind in ('students', 'guardians', 'staff', 'courses', 'balances', 'marks'));
