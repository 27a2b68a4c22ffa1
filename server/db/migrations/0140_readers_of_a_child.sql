-- Parents read who opened the record of their child, and no other line of the audit.
create policy own_child on audit_lines for select using (
  outcome = 'read' and target_kind in ('student', 'row')
  and target_id = any ((select acting_children())::uuid[]));
