-- Indexes, checks and generated columns are computed with these. A new rule therefore comes with a migration that defines it, computes anew
-- what is stored and makes the indexes again, in one transaction, as 1050 does; the text here is then the same.

-- Length of a text. The product counts graphemes, the database code points: one grapheme may hold several.
create or replace function fits(words text, at_least integer, at_most integer) returns boolean
language sql immutable parallel safe
return words is null or char_length(words) between at_least and at_most * 8;

-- Two texts are the same name when they fold alike; searches compare so too. contract/language/fold.ts is the same rule for imports and
-- screens, and test/house/names.test.ts compares both.
create or replace function fold(words text) returns text
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

-- The place that the name of a grade gives it: nurseries first, then its stage by hundreds, its number within. A name that says neither
-- comes last.
create or replace function grade_rank(name text) returns integer
language sql immutable strict parallel safe as $$
  with said as (
    select ' ' || regexp_replace(fold(name), '[^[:alnum:]]+', ' ', 'g') || ' ' as words
  ), read as (
    select
      case
        when words ~ ' (kg|nursery|kindergarten|reception|pre k|روضه|الروضه|حضانه|الحضانه|تمهيدي|التمهيدي|رياض الاطفال|رياض اطفال)' then 0
        when words ~ ' (secondary|high|senior|sec )|ثانوي' then 300
        when words ~ ' (preparatory|prep|middle|intermediate)|اعدادي|متوسط' then 200
        else 100
      end as stage,
      coalesce(
        (regexp_match(words, '[0-9]{1,3}'))[1]::integer,
        case
          when words ~ ' (twelfth|الثاني عشر|الثانيه عشر|الثانيه عشره) ' then 12
          when words ~ ' (eleventh|الحادي عشر|الحاديه عشر|الحاديه عشره) ' then 11
          when words ~ ' (first|one|الاول|الاولي|اول|اولي) ' then 1
          when words ~ ' (second|two|الثاني|الثانيه|ثاني|ثانيه|تاني|تانيه) ' then 2
          when words ~ ' (third|three|الثالث|الثالثه|ثالث|ثالثه|تالت|تالته) ' then 3
          when words ~ ' (fourth|four|الرابع|الرابعه|رابع|رابعه) ' then 4
          when words ~ ' (fifth|five|الخامس|الخامسه|خامس|خامسه) ' then 5
          when words ~ ' (sixth|six|السادس|السادسه|سادس|سادسه) ' then 6
          when words ~ ' (seventh|seven|السابع|السابعه|سابع|سابعه) ' then 7
          when words ~ ' (eighth|eight|الثامن|الثامنه|ثامن|ثامنه) ' then 8
          when words ~ ' (ninth|nine|التاسع|التاسعه|تاسع|تاسعه) ' then 9
          when words ~ ' (tenth|ten|العاشر|العاشره|عاشر|عاشره) ' then 10
        end) as number
    from said
  )
  select case when number is null and stage = 100 then 1000 else stage + coalesce(number, 0) end from read
$$;
