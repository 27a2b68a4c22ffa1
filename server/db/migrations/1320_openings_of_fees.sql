-- Balances and families of another system (decision 134): what was owed and paid there before the school began here.

-- The code that a family had in the former system: the next list names it, and parents write it on their transfers.
alter table families add column other_code text constraint families_other_code_length check (fits(other_code, 1, 40));
create unique index families_by_other_code on families (school_id, other_code) where other_code is not null;

-- What was brought is a posting of its own kind; the money was received elsewhere and lies in no till.
alter table fee_postings drop constraint fee_postings_kind, add constraint fee_postings_kind check (kind in
  ('charge', 'reduction', 'payment', 'credit', 'refund', 'writeOff', 'reversal', 'difference', 'moved', 'opening'));
alter table fee_lines drop constraint fee_lines_accounts, add constraint fee_lines_accounts check (
  from_account <> to_account
  and from_account in ('owed', 'income', 'reduction', 'credit', 'till', 'clearing', 'writtenOff', 'difference', 'opening')
  and to_account in ('owed', 'income', 'reduction', 'credit', 'till', 'clearing', 'writtenOff', 'difference', 'opening'));

alter table imports drop constraint imports_kind_known,
  add constraint imports_kind_known check (kind in ('students', 'guardians', 'staff', 'courses', 'balances'));
-- The students whom an import put into a family; its undo takes them out again, and nothing else does.
alter table imports add column made_members uuid[] not null default '{}';
alter table imports add column made_families uuid[] not null default '{}';
grant delete on family_students to kashkool_app;
create policy of_undone_import on family_students as restrictive for delete to kashkool_app using (exists (
  select from imports i
  where i.school_id = family_students.school_id and family_students.student_id = any (i.made_members) and i.state = 'undoing'));
