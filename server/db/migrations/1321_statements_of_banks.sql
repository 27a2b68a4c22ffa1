-- Statements of a bank (decision 134): each line is stored once, however often its file comes, and becomes a payment once.
create table statement_files (
  school_id uuid not null references schools,
  id uuid not null,
  file_name text constraint statement_files_name_length check (fits(file_name, 1, 200)),
  content_hash bytea not null constraint statement_files_hash_length check (octet_length(content_hash) = 32),
  uploaded_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id)
);
create index statement_files_by_hash on statement_files (school_id, content_hash);
call wall_off('statement_files');
create policy school on statement_files using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
call append_only('statement_files');
grant select, insert on statement_files to kashkool_app;

-- `line_key`: what the bank wrote, with its place among equal lines of one day. `receipt_id`: the payment that was made of it last.
create table statement_lines (
  school_id uuid not null references schools,
  id uuid not null,
  file_id uuid not null,
  line_key bytea not null constraint statement_lines_key_length check (octet_length(line_key) = 32),
  day date not null,
  amount numeric(14, 3) not null constraint statement_lines_amount check (amount > 0),
  text text not null constraint statement_lines_text_length check (fits(text, 0, 500)),
  reference text constraint statement_lines_reference_length check (fits(reference, 1, 60)),
  receipt_id uuid,
  matched_by uuid references users,
  created_at timestamptz not null default now(),
  primary key (school_id, id),
  constraint statement_lines_once unique (school_id, line_key),
  constraint statement_lines_receipt_once unique (school_id, receipt_id),
  constraint statement_lines_file foreign key (school_id, file_id) references statement_files (school_id, id),
  constraint statement_lines_receipt foreign key (school_id, receipt_id) references fee_receipts (school_id, id),
  constraint statement_lines_matched check ((receipt_id is null) = (matched_by is null))
);
create index statement_lines_by_day on statement_lines (school_id, day, id);
call wall_off('statement_lines');
create policy school on statement_lines using (
  (select acting_children() is null) and school_id = any ((select acting_schools())::uuid[]));
grant select, insert on statement_lines to kashkool_app;
grant update (receipt_id, matched_by) on statement_lines to kashkool_app;
