import { ask, values } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { wholePercent } from '#web/teaching/student-numbers/percent.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { openPart, partsOf } from './student-page.ts'

const { supervisor, teacher } = people
const { omar } = students

test('a supervisor goes from the register to a student: the records, a note, the figures on paper', async ({
  page,
  house,
  t,
  narrow,
  comeAs,
}) => {
  await comeAs(supervisor.phone)
  await page.goto(`/${classes.class4a.id}`)
  await page.getByRole('link', { name: /عمر كريم الجندي/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('عمر')
  await expect(page.getByText(omar.code)).toBeVisible()
  const parts = partsOf(page, t('children.tabs'))
  await expect(parts).toHaveText([
    t('student.overview'),
    t('classes.attendance'),
    t('student.learning'),
    t('student.conduct'),
  ])
  await openPart(page, t, t('student.learning'))
  const tabs = partsOf(page, t('student.learning'))
  await expect(tabs).toHaveText([
    t('classes.exams'),
    t('classes.homework'),
    t('classes.activity'),
    t('classes.timetable'),
    t('menu.results'),
    t('numbers.title'),
  ])
  await test.step('tabs beyond the edge of a phone are shown to be there, and reached', async () => {
    const more = page.getByRole('main').locator('[data-beyond=end]').last()
    if (!narrow) return expect(more).toHaveCount(0)
    await expect(tabs.last()).not.toBeInViewport({ ratio: 0.9 })
    await expect(async () => {
      await more.click({ timeout: 500 }).catch(() => undefined)
      await expect(tabs.last()).toBeInViewport({ ratio: 0.9, timeout: 500 })
    }).toPass()
    await expect(page.getByRole('main').locator('[data-beyond=end]')).toHaveCount(0)
    await expect(page.locator('[data-beyond=start]').last()).toBeVisible()
  })
  await openPart(page, t, t('classes.attendance'))
  await expect(
    page
      .getByRole('table', { name: t('classes.attendance'), exact: true })
      .getByRole('row')
      .nth(1),
  ).toContainText(classes.class4a.name)

  for (const name of ['homework', 'exams', 'activity']) {
    await openPart(page, t, t('student.learning'), t(`classes.${name}`))
    await expect(
      page
        .getByRole('table', { name: t(`settings.${name}.list`) })
        .getByRole('row')
        .nth(1),
    ).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)

  await openPart(page, t, t('student.conduct'))
  await page.getByRole('button', { name: t('settings.notes.add') }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('combobox', { name: t('settings.notes.studentId') })).toHaveCount(0)
  await dialog.getByLabel(t('settings.notes.notes')).fill('ساعد زميله في ترتيب المكتبة')
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(page.getByText('ساعد زميله في ترتيب المكتبة')).toBeVisible()

  await test.step('long names of a course and a month keep to their columns', async () => {
    await ask(
      house.connection,
      `update courses set name = name || repeat(' للغات', 12) where id = '${courses.maths.id}'`,
    )
    await ask(house.connection, `update school_year_months set name = name || repeat(' للغات', 12)`)
    await openPart(page, t, t('student.learning'), t('classes.exams'))
    await expect(page.getByRole('cell', { name: courses.maths.name }).first()).toBeVisible()
    const cut = await page.getByRole('cell').evaluateAll((cells) => {
      return cells.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)
    })
    expect(cut).toEqual([])
    await expectNoSidewaysScroll(page)
  })

  await openPart(page, t, t('student.learning'), t('numbers.title'))
  const [rate] = await values<number>(
    house.connection,
    `select round(100.0 * count(*) filter (where state in ('present', 'late')) / count(*), 2)::float
     from attendance_marks where student_id = '${omar.id}' and state <> 'excused'`,
  )
  await expect(page.getByRole('region', { name: t('numbers.attendance') })).toContainText(`${wholePercent(rate!)}%`)
  const [inArabic] = await ask<{ average: number; months: number }>(
    house.connection,
    `select round(avg(share) * 100, 2)::float as average, count(*)::int as months from (
       select sum(total_result) / sum(rate) as share from student_exams r join exams e on e.id = r.exam_id
       where student_id = '${omar.id}' and course_id = '${courses.arabic.id}' and total_result is not null
       group by month_id) months`,
  )
  const exams = page.getByRole('region', { name: t('numbers.exams') })
  await expect(exams.getByRole('heading', { name: courses.arabic.name })).toContainText(
    `${wholePercent(inArabic!.average)}%`,
  )
  const ofArabic = t('numbers.byMonth').replace('{{name}}', courses.arabic.name)
  const byMonth = exams.getByRole(inArabic!.months > 2 ? 'figure' : 'list', { name: ofArabic })
  await expect(byMonth.getByRole(inArabic!.months > 2 ? 'rowheader' : 'listitem')).toHaveCount(inArabic!.months)
  await expect(page).toHaveURL(/tab=numbers/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: t('numbers.print') })).toBeHidden()
  await expect(page.getByRole('banner').first()).toBeHidden()
  await expect(parts.first()).toBeHidden()
  await expect(byMonth).toBeVisible()
})

test("a teacher sees of a student what a teacher may see, and as the student's parent the parent's side", async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const [relation] = await values(house.connection, 'select id from relation_types limit 1')
  await ask(
    house.connection,
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     values (gen_random_uuid(), '${omar.schoolId}', '${omar.id}', '${teacher.id}', '${relation}', '${people.manager.id}')`,
  )
  await comeAs(teacher.phone)
  await page.goto(`/child?student=${omar.id}`)
  // Only staff get a link to the class.
  const toClass = page.getByRole('main').getByRole('link', { name: classes.class4a.name })
  const asStaff = page.getByRole('link', { name: t('children.as.staff') })
  await expect(asStaff).toBeVisible()
  await expect(toClass).toHaveCount(0)
  await asStaff.click()
  await expect(toClass).toBeVisible()
  await openPart(page, t, t('student.learning'), t('numbers.title'))
  await expect(page.getByRole('heading', { name: courses.arabic.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: courses.maths.name })).toBeVisible()
  await page.getByRole('link', { name: t('children.as.parent') }).click()
  await expect(asStaff).toBeVisible()
  await expect(toClass).toHaveCount(0)

  // Of a classmate the teacher sees only their own course, and of a student in another class nothing.
  await page.goto(`/child?student=${students.classmate.id}&tab=numbers`)
  await expect(page.getByRole('heading', { name: courses.arabic.name })).toBeVisible()
  await expect(page.getByRole('heading', { name: courses.maths.name })).toHaveCount(0)
  await page.goto(`/child?student=${students.laila.id}`)
  await expect(page.getByText(t('errors.notFound'))).toBeVisible()
})
