-- Phone numbers and addresses of people have a period (docs/privacy.md), and their former values end with it. The hourly job finds them by
-- this index, which contains only their tables.
create index former_values_with_a_period on former_values (table_name, school_id, row_id)
  where table_name in ('phone_changes', 'staff_invitations');
