-- What is owed of each part of a charge that stands: the sum of its lines. Nothing else says it.
create or replace view fee_due_balances with (security_invoker = true) as
select d.school_id, d.id, d.student_id, d.charge_id, c.year_id, c.item_id, d.position, d.due_on, d.amount, b.open, b.reduced
from fee_dues d
join fee_charges c on c.school_id = d.school_id and c.id = d.charge_id and c.undone_by is null
cross join lateral (
  select coalesce(sum(case when l.to_account = 'owed' then l.amount else -l.amount end), 0) as open,
    coalesce(sum(case when l.to_account = 'reduction' then l.amount when l.from_account = 'reduction' then -l.amount end), 0) as reduced
  from fee_lines l where l.school_id = d.school_id and l.due_id = d.id) b;
grant select on fee_due_balances to kashkool_app;
