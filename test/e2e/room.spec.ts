import { today } from '#test/world/clock.ts'
import { classes } from '#test/world/classes.ts'
import { idOf } from '#test/world/ids.ts'
import { people } from '#test/world/people.ts'
import { courses, schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { arrived, goOn, quietOf } from './going-on.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { elsewhere } from './others.ts'
import { topOfFirstRow } from './room.ts'

const ofClass = `/${classes.class4a.id}`
const ofOmar = `/students/${students.omar.id}`

/** All screens that are lists, by who opens them. A new one must be added here. */
const lists: [keyof typeof people, string[]][] = [
  [
    'teacher',
    [
      ofClass,
      ...['homework', 'exams', 'activity', 'notes'].map((tab) => `${ofClass}?tab=${tab}`),
      '/my-classroom',
      `${ofClass}?tab=exams&work=${idOf('exam', classes.class4a.id, courses.arabic.id, 1)}`,
    ],
  ],
  [
    'parent',
    [
      '/my-children',
      `${ofOmar}?tab=attendance`,
      `${ofOmar}?tab=exams`,
      `${ofOmar}?tab=homework`,
      `${ofOmar}?tab=activity`,
      '/posts',
    ],
  ],
  [
    'manager',
    [
      '/schools',
      `${ofOmar}?view=staff&tab=attendance`,
      `${ofOmar}?view=staff&tab=exams`,
      ...['payment', 'school-contact', 'language', 'grade', 'course', 'classes', 'teachers', 'students', 'years'].map(
        (setting) => `/settings/${setting}`,
      ),
      '/waiting',
      '/absence',
      '/absence?tab=all',
      '/papers?tab=issued',
      '/posts?tab=written',
      '/settings/audit-log?kind=settings',
    ],
  ],
  ['deputy', ['/settings/exams', '/settings/assign-school-user-role']],
  [
    'admin',
    [
      '/payments?status=all',
      '/payments-transaction',
      '/school-list',
      '/admin-settings/coins-type',
      '/admin-settings/payment-type',
      '/admin-settings/role',
      '/admin-settings/audit-log-admin',
    ],
  ],
]

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
]

for (const [who, addresses] of lists)
  test(`the lists of ${who} begin in the upper third and fit, at a desk, on a phone and on a tablet @once`, async ({
    page,
    t,
    house,
    comeAs,
  }) => {
    test.setTimeout(60_000 * (addresses.length + 4))
    if (who === 'manager') await fillLists(house)
    await comeAs(people[who].phone)
    const tooLow: string[] = []
    const quiet = quietOf(page)
    for (const [nth, address] of addresses.entries()) {
      if (nth === 0) await page.goto(address)
      else {
        await goOn(page, address)
        await arrived(page, quiet)
      }
      for (const size of sizes) {
        await page.setViewportSize(size)
        const top = await topOfFirstRow(page)
        if (top > size.height / 3) tooLow.push(`${address} at ${Math.round(top)} of ${size.height}`)
        await expectNoSidewaysScroll(page)
      }
      await expect(page.getByTitle(t('header.account'))).toBeInViewport({ ratio: 1 })
    }
    expect(tooLow).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    const account = (await page.getByTitle(t('header.account')).boundingBox())!
    expect(account.width, 'the picture of the account is round').toBeCloseTo(account.height)
  })

/** Creates a row for the lists that are empty in the test data: a student absent today, a paper, an audit line. */
async function fillLists(house: { url: string }) {
  const absent = [{ studentId: students.omar.id, state: 'absent' }]
  await elsewhere(house, 'Attendance/SaveAttendance', {
    classRoomId: classes.class4a.id,
    date: today,
    studentsAttenndaceList: absent,
  })
  await elsewhere(house, 'Paper/Issue', {
    schoolId: schools.nile.id,
    kind: 'enrolment',
    studentIds: [students.omar.id],
  })
  await elsewhere(house, 'api/School/UpdateSchool', { id: schools.nile.id, about: 'مدرسة على النيل' })
}
