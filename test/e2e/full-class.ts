import type pg from 'pg'
import { longestRemark } from '#contract/results/results/remark-settings.ts'
import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses as known } from '#test/world/schools.ts'

const { class4a } = classes
const names = [
  'اللغة العربية والخط',
  'اللغة الإنجليزية',
  'الرياضيات',
  'العلوم',
  'الدراسات الاجتماعية',
  'التربية الدينية الإسلامية',
  'تكنولوجيا المعلومات والاتصالات',
  'المهارات المهنية',
  'التربية الفنية',
  'التربية الموسيقية',
  'التربية الرياضية',
  'اللغة الفرنسية',
  'القيم واحترام الآخر',
  'Mathematics in English (Advanced Level)',
]

/**
 * A class of this many pupils with a closed and published term of fourteen courses. The first pupil has a name of more than sixty letters,
 * the second lacks marks in some courses, the third came in the middle of the term. All others have the longest remark of their class, the
 * fifth also those of all courses, the sixth those of some.
 */
export async function fillClass(connection: pg.ClientConfig, pupils: number) {
  const list = (all: readonly string[]) => `array[${all.map((one) => `'${one}'`).join(',')}]`
  await ask(
    connection,
    `
    create temporary table of_class as
      select c.school_id, c.id, c.grade_id, (select y.id from school_years y where y.school_id = c.school_id and y.active) as year_id
      from class_rooms c where c.id = '${class4a.id}';
    insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, birth_date)
      select gen_random_uuid(), o.school_id, o.id, 'ST' || lpad((7000000 + n)::text, 10, '0'),
        (${list(['عبد الرحمن', 'فاطمة الزهراء', 'Alexandra', 'لجين'])})[n % 4 + 1],
        case when n = 1 then 'نور الدين محمد عبد المنعم' else 'محمد' end,
        case when n = 1 then 'أبو المعاطي عبد اللطيف الشرقاوي السيد الأنصاري' else 'السيد ' || n end, '2016-02-29'
      from of_class o, generate_series(1, ${pupils} - (select count(*) from students where class_room_id = '${class4a.id}' and active)::integer) n;
    insert into courses (id, school_id, language_id, name, description)
      select gen_random_uuid(), k.school_id, k.language_id, 'مقرر ' || e.called, 'وصف المقرر'
      from courses k, unnest(${list(names)}) as e (called) where k.id = '${known.maths.id}';
    insert into school_calendars (school_id) select school_id from of_class on conflict do nothing;
    insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
      select school_id, gen_random_uuid(), year_id, 'الفصل الدراسي الأول', 1, '${daysFrom(today, -80)}'::date, '${daysFrom(today, -1)}'::date from of_class;
    insert into term_closings (school_id, id, term_id, grade_id, issue, closed_by, published_at, published_by, visible_from)
      select o.school_id, gen_random_uuid(), t.id, o.grade_id, 1, '${people.manager.id}', now(), '${people.manager.id}', now() - interval '9 days'
      from of_class o join terms t on t.school_year_id = o.year_id;
    create temporary table pupil as
      select st.id, row_number() over (order by st.code desc) as n from students st where st.class_room_id = '${class4a.id}' and st.active;
    insert into term_results (school_id, closing_id, student_id, class_room_id, course_id, parts, total, full_mark, percent, band, state, passed, rank, remarks)
      select o.school_id, c.id, pupil.id, o.id, k.id,
        (select jsonb_agg(jsonb_build_object('id', p, 'name', p, 'nameAr', ar, 'fullMark', 25,
            'points', case when pupil.n = 3 and nth < 3 then null else 10 + (pupil.n + nth) % 15 + 0.25 end,
            'state', case when pupil.n = 3 and nth < 3 then 'exempt' end) order by nth)
          from unnest(${list(['Weekly', 'Oral', 'Projects', 'Exam'])}, ${list(['أسبوعي', 'شفهي', 'أنشطة', 'تحريري'])})
            with ordinality as e (p, ar, nth)),
        m.total, 100, m.total, m.band, case when m.total is null then 'absent' end, m.total is not null, null, null
      from of_class o cross join pupil
      join courses k on k.school_id = o.school_id and k.name like 'مقرر %'
      join term_closings c on c.grade_id = o.grade_id
      cross join lateral (select case when not (pupil.n = 2 and length(k.name) % 3 = 0) then 61.75 + pupil.n % 30 end as total,
        jsonb_build_object('name', 'Very good', 'nameAr', 'جيد جدًا', 'colour', '#2f7d4f') as band) m
      union all
      select o.school_id, c.id, pupil.id, o.id, null, '[]', 1044.5 + pupil.n, 1400, round((1044.5 + pupil.n) / 14, 2),
        jsonb_build_object('name', 'Very good', 'nameAr', 'جيد جدًا', 'colour', '#2f7d4f'), null, true, pupil.n, remarks.of
      from of_class o cross join pupil join term_closings c on c.grade_id = o.grade_id
      cross join lateral (select jsonb_agg(jsonb_build_object('courseId', k.id, 'language', l, 'byName', 'منى عبد الحميد السيد',
          'body', left(repeat(sentence, 20), ${longestRemark}))) as of
        from (select null::uuid as id, 0 as nth
            union all select id, row_number() over (order by id) from courses where name like 'مقرر %') k,
          (values ('ar', 'تتقدم بثبات ملحوظ وتساعد زميلاتها في الصف، '), ('en', 'She works steadily and helps the others in class, ')) e (l, sentence)
        where pupil.n > 3 and k.nth < 1 or pupil.n = 5 or pupil.n = 6 and k.nth < 6) remarks`,
  )
}

/** Sets how report cards look from now on. */
export const setLook = (connection: pg.ClientConfig, size: 'A4' | 'A5') =>
  ask(
    connection,
    `insert into paper_templates (school_id, id, kind, size, header, footer, signatures, options)
     select school_id, gen_random_uuid(), 'termCard', '${size}', E'وزارة التربية والتعليم والتعليم الفني\\nمديرية التربية والتعليم بالدقهلية',
       'تُسلَّم هذه الشهادة إلى ولي الأمر.', '[{"title":"رائد الفصل","name":null},{"title":"شؤون الطلاب","name":"منى عبد الحميد السيد"},{"title":"مدير المدرسة","name":"هدى الشناوي"}]',
       '{"showsRecord":true,"showsPhoto":true,"showsAttendance":true,"showsRank":true,"easternDigits":true}'
     from class_rooms where id = '${class4a.id}'
     on conflict (school_id, kind) do update set size = excluded.size`,
  )
