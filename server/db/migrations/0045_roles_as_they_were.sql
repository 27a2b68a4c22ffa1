-- Former values of roles too (api.md §8.4): their names, and when they were active.

call keep_former_values('roles', 'id');
drop policy platform on former_values;
create policy platform on former_values for select using (
  (select on_platform()) and table_name in ('roles', 'role_permissions', 'user_roles', 'user_permissions'));
