-- Names are compared here as imports and screens compare them: contract/language/fold.ts is the same rule, and
-- test/names.test.ts holds both to one answer.
create or replace function fold(words text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  normalize(
    translate(
      regexp_replace(
        lower(normalize(words, nfkc) collate by_name),
        '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164'
        '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
        '\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF]',
        '', 'g'),
      'أإآٱىیةۀەہۂۃھکڪς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
      'ااااييهههههههككσ01234567890123456789'),
    nfkc),
  '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g'));

-- What was stored with the former rule is computed anew.
alter table students drop column searched;
alter table students add column searched text not null
  generated always as (fold(first_name || ' ' || middle_name || ' ' || last_name || ' ' || code)) stored;
alter table import_rows drop column name_key;
alter table import_rows add column name_key text
  generated always as (fold(first_name || ' ' || middle_name || ' ' || last_name)) stored;

-- Two names that were different may now be one. The later of them gets a number, as a person would write it, so that
-- the index that keeps names apart can be built again.
create procedure fold_index_again(unique_index regclass, keys text, words text default 'name')
language plpgsql as $$
declare
  definition constant text := pg_get_indexdef(unique_index);
  t constant regclass := (select indrelid from pg_index where indexrelid = unique_index);
  kept_apart constant text := coalesce(
    (select pg_get_expr(indpred, indrelid) from pg_index where indexrelid = unique_index), 'true');
  later record;
  number integer;
  is_taken boolean;
begin
  execute format('drop index %s', unique_index);
  for later in execute format(
    'select id, array[%1$s]::text[] as key, %2$I as words from ('
    '  select *, row_number() over (partition by %1$s, fold(%2$I) order by id) as turn from %3$s where %4$s) named '
    'where turn > 1 order by id', keys, words, t, kept_apart)
  loop
    number := 1;
    loop
      number := number + 1;
      execute format(
        'select exists (select from %s where array[%s]::text[] = $1 and fold(%I) = fold($2) and %s)',
        t, keys, words, kept_apart) into is_taken using later.key, later.words || ' ' || number;
      exit when not is_taken;
    end loop;
    execute format('update %s set %I = $1 where id = $2', t, words)
      using later.words || ' ' || number, later.id;
  end loop;
  execute definition;
end $$;

call fold_index_again('languages_name_taken', 'null');
call fold_index_again('relation_types_name_taken', 'null');
call fold_index_again('school_types_name_taken', 'null');
call fold_index_again('school_contact_types_name_taken', 'null');
call fold_index_again('coin_types_name_taken', 'null');
call fold_index_again('payment_types_name_taken', 'null');
call fold_index_again('roles_name_taken', 'type');
call fold_index_again('grades_name_taken', 'school_id');
call fold_index_again('courses_name_taken', 'school_id, language_id');
call fold_index_again('class_rooms_name_taken', 'school_id, grade_id, language_id');
call fold_index_again('school_years_name_taken', 'school_id');
call fold_index_again('school_year_months_name_taken', 'school_year_id');
call fold_index_again('rate_headers_name_taken', 'school_id');
call fold_index_again('payment_requests_code_taken', 'school_id, payment_type_id', 'transfer_code');
drop procedure fold_index_again;
reindex index payment_requests_code_elsewhere;
