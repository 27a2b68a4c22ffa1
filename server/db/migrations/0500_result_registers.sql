-- Which columns the register of marks and absence has in a school, in their order; without a row, a published order.
create table result_registers (
  school_id uuid primary key references schools,
  columns text[] not null constraint result_registers_columns check (cardinality(columns) between 1 and 20),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now()
);
call keep_former_values('result_registers', 'school_id');
call keep_to_school('result_registers');
grant select, insert, update on result_registers to kashkool_app;
