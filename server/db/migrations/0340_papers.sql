-- The keys with which the papers of a school are signed (Ed25519). The private one is sealed with the installation's key; a school that
-- lost it gets another, and its older papers stay verifiable by the public one.
create table paper_keys (
  school_id uuid not null references schools,
  id uuid not null,
  public_key bytea not null constraint paper_keys_public_length check (octet_length(public_key) = 32),
  sealed_private bytea not null,
  created_at timestamptz not null default now(),
  constraint paper_keys_key primary key (school_id, id)
);
call append_only('paper_keys');
call keep_to_school('paper_keys');
grant select, insert on paper_keys to kashkool_app;

-- How a school's papers of one kind look. Without a row, a kind looks as the product proposes it.
create table paper_templates (
  school_id uuid not null references schools,
  id uuid not null,
  kind text not null,
  size text not null constraint paper_templates_size_known check (size in ('A4', 'A5')),
  header text constraint paper_templates_header_length check (fits(header, 1, 300)),
  footer text constraint paper_templates_footer_length check (fits(footer, 1, 500)),
  signatures jsonb not null constraint paper_templates_signatures_count check (jsonb_array_length(signatures) <= 4),
  options jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  constraint paper_templates_key primary key (school_id, id),
  constraint paper_templates_kind_once unique (school_id, kind)
);
call keep_former_values('paper_templates', 'id');
call keep_to_school('paper_templates');
grant select, insert, update on paper_templates to kashkool_app;

-- The last number given in a school, for a kind in a year. Its row is locked until the papers are stored, so that none is left out.
create table paper_numbers (
  school_id uuid not null references schools,
  kind text not null,
  year integer not null,
  last_number integer not null,
  constraint paper_numbers_key primary key (school_id, kind, year)
);
call keep_to_school('paper_numbers');
grant select, insert, update on paper_numbers to kashkool_app;

-- Papers as they were issued. `content` says what stands on one; `code` is what its QR carries.
create table papers (
  school_id uuid not null references schools,
  id uuid not null,
  kind text not null,
  year integer not null,
  number integer not null,
  student_id uuid not null,
  -- Of a card of results: the term, and which closing of it.
  term_id uuid,
  closing_id uuid,
  content jsonb not null,
  content_hash bytea not null constraint papers_hash_length check (octet_length(content_hash) = 32),
  facts_hash bytea not null constraint papers_facts_length check (octet_length(facts_hash) = 32),
  key_id uuid not null,
  code text not null,
  issued_on date not null,
  issued_by uuid not null references users,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_by uuid references users,
  reason text constraint papers_reason_length check (fits(reason, 3, 500)),
  copies integer not null default 0,
  checks integer not null default 0,
  constraint papers_key primary key (school_id, id),
  constraint papers_number_once unique (school_id, kind, year, number),
  constraint papers_student_same_school foreign key (school_id, student_id) references students (school_id, id),
  constraint papers_key_same_school foreign key (school_id, key_id) references paper_keys (school_id, id),
  constraint papers_closing_of_a_term check ((term_id is null) = (closing_id is null)),
  constraint papers_revoked_for_a_reason check ((revoked_at is null) = (reason is null))
);
create index papers_by_student on papers (school_id, student_id, kind);
create index papers_by_time on papers (school_id, created_at desc, id);
create index papers_by_id on papers (id);
call keep_to_students('papers');
grant select, insert on papers to kashkool_app;
grant update (revoked_at, revoked_by, reason, copies) on papers to kashkool_app;

-- A paper is never changed: only revoked, once, and counted.
create function keep_papers() returns trigger
language plpgsql as $$
begin
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at
    or (to_jsonb(new) - array['revoked_at', 'revoked_by', 'reason', 'copies', 'checks'])
      is distinct from (to_jsonb(old) - array['revoked_at', 'revoked_by', 'reason', 'copies', 'checks']) then
    raise exception 'papers is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger keep_papers before update on papers for each row execute function keep_papers();

-- What a person may learn who has a paper in their hands: of the paper with this id and this content alone, and only what stands here.
-- Each look is counted.
create function verify_paper(of_id uuid, of_hash bytea)
returns table (school_name text, kind text, number text, student_name text, class_room_name text, issued_on date, result text,
  revoked_on date)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update papers p set checks = p.checks + 1
  from schools s
  where p.id = of_id and p.content_hash = of_hash and s.id = p.school_id
  returning p.content ->> 'schoolName', p.kind, p.number || '/' || p.year, p.content ->> 'shortName', p.content ->> 'classRoomName',
    p.issued_on, p.content -> 'result' ->> 'shown', (p.revoked_at at time zone s.time_zone)::date
$$;
revoke execute on function verify_paper(uuid, bytea) from public;
grant execute on function verify_paper(uuid, bytea) to kashkool_app;
