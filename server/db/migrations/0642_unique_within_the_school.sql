-- What is unique by an id of a school is unique with the school beside it too, which a database that is spread by school asks for
-- (docs/scale.md). The id stays in front, by which rows are found.
alter table official_records drop constraint official_records_student_id_key,
  add constraint official_records_student_id_key unique (student_id, school_id);
alter table student_health drop constraint student_health_student_id_key,
  add constraint student_health_student_id_key unique (student_id, school_id);

drop index absence_steps_once;
create unique index absence_steps_once on absence_steps (student_id, rule_id, period_id, position, school_id)
  where withdrawn_at is null;
drop index coin_entries_seat_once;
create unique index coin_entries_seat_once on coin_entries (seat_id, kind, school_id);
drop index coin_entries_transaction_once;
create unique index coin_entries_transaction_once on coin_entries (payment_transaction_id, school_id);
drop index parent_invitations_waiting;
create unique index parent_invitations_waiting on parent_invitations (student_id, phone_number, school_id)
  where accepted_at is null and removed_at is null;
drop index payment_transactions_request_once;
create unique index payment_transactions_request_once on payment_transactions (request_id, school_id) where adjusts_id is null;
drop index promotions_by_id;
create index promotions_by_id on promotions (id);
drop index school_year_months_name_taken;
create unique index school_year_months_name_taken on school_year_months (school_year_id, fold(name), school_id);
drop index seats_once;
create unique index seats_once on seats (student_id, school_year_id, school_id) nulls not distinct where refunded_on is null;
drop index student_classes_one_at_a_time;
create unique index student_classes_one_at_a_time on student_classes (student_id, school_id) where to_day is null;
drop index student_leavings_open;
create unique index student_leavings_open on student_leavings (student_id, school_id) where returned_on is null;
drop index student_merges_once;
create unique index student_merges_once on student_merges (other_id, school_id) where undone_at is null;
drop index student_parents_taken;
create unique index student_parents_taken on student_parents (student_id, parent_id, school_id) where ended_at is null;
