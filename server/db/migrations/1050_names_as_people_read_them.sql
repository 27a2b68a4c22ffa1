-- Names are compared as people read them: apostrophes count as nothing, and Latin letters count without their marks.
-- contract/language/fold.ts is the same rule, and test/house/names.test.ts compares both.
create function fold_of_1050(words text) returns text
language sql immutable strict parallel safe
return btrim(regexp_replace(
  normalize(
    translate(
      normalize(
        regexp_replace(
          normalize(
            regexp_replace(
              lower(normalize(replace(words, '´', ''), nfkc) collate by_name),
              '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164'
              '\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF'
              '\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u08CA-\u08E1\u08E3-\u08FF'
              '\u0027\u0060\u02B9-\u02BF\u2018-\u201B\u2032]',
              '', 'g'),
            nfd),
          '([a-z\u00DF-\u02AF])[\u0300-\u036F]+', '\1', 'g'),
        nfc),
      'أإآٱىیةۀەہۂۃھکڪςłøđħŧı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹',
      'ااااييهههههههككσlodhti01234567890123456789'),
    nfkc),
  '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g'));

-- Two names that were different may now be one. The later of them gets a number, as a person would write it. What was equal under the
-- former rule stays equal, so a name that is free under the new rule is free under both.
do $$
declare
  apart record;
  later record;
  number integer;
  is_taken boolean;
begin
  for apart in
    select i.indrelid::regclass as t, coalesce(pg_get_expr(i.indpred, i.indrelid), 'true') as kept_apart,
      (select coalesce(string_agg(format('%I', a.attname), ', '), 'null') from pg_attribute a
        where a.attrelid = i.indrelid and a.attnum = any (i.indkey) and a.attnum > 0) as keys,
      (regexp_match(pg_get_indexdef(i.indexrelid), 'fold\((\w+)\)'))[1] as words
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where (i.indisunique or i.indisexclusion) and c.relnamespace = 'public'::regnamespace
      and pg_get_indexdef(i.indexrelid) ~ 'fold\(\w+\)'
  loop
    for later in execute format(
      'select id, array[%1$s]::text[] as key, words from ('
      '  select id, %1$s, %2$I as words, row_number() over (partition by %1$s, fold_of_1050(%2$I) order by id) as turn'
      '  from %3$s where %4$s) named where turn > 1 order by id', apart.keys, apart.words, apart.t, apart.kept_apart)
    loop
      number := 1;
      loop
        number := number + 1;
        execute format(
          'select exists (select from %s where array[%s]::text[] = $1 and fold_of_1050(%I) = fold_of_1050($2) and %s)',
          apart.t, apart.keys, apart.words, apart.kept_apart) into is_taken using later.key, later.words || ' ' || number;
        exit when not is_taken;
      end loop;
      execute format('update %s set %I = $1 where id = $2', apart.t, apart.words)
        using later.words || ' ' || number, later.id;
    end loop;
  end loop;
end $$;
set constraints all immediate;

do $$
begin
  execute replace(pg_get_functiondef('fold_of_1050(text)'::regprocedure), 'fold_of_1050', 'fold');
end $$;
drop function fold_of_1050(text);

-- What is stored with the former rule is computed anew, without the triggers: nothing that people entered changes.
alter table students disable trigger user;
update students set first_name = first_name
where searched <> fold(first_name || ' ' || middle_name || ' ' || last_name || ' ' || code);
alter table students enable trigger user;
alter table import_rows disable trigger user;
update import_rows set first_name = first_name
where name_key <> fold(first_name || ' ' || middle_name || ' ' || last_name);
alter table import_rows enable trigger user;
alter table grades disable trigger user;
update grades set name = name where natural_rank <> grade_rank(name);
alter table grades enable trigger user;

-- An open session may know the former rule as part of an index, also while it builds it again, so the indexes are made anew.
do $$
declare
  folded record;
begin
  for folded in
    select i.indrelid::regclass as t, i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition,
      k.conname, pg_get_constraintdef(k.oid) as constraint_definition
    from pg_index i join pg_class c on c.oid = i.indexrelid left join pg_constraint k on k.conindid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and pg_get_indexdef(i.indexrelid) ~ 'fold\('
  loop
    if folded.conname is null then
      execute format('drop index %s', folded.name);
      execute folded.definition;
    else
      execute format('alter table %s drop constraint %I', folded.t, folded.conname);
      execute format('alter table %s add constraint %I %s', folded.t, folded.conname, folded.constraint_definition);
    end if;
  end loop;
end $$;
