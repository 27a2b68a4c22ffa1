-- Hours are saved all together, and two of them may exchange their names: compared once all are written, not row by row.
drop index hours_sets_name_taken;
alter table hours_sets add constraint hours_sets_name_taken exclude using btree (school_id with =, fold(name) with =) deferrable;
