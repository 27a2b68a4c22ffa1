import { readFileSync } from 'node:fs'
import writeXlsx from 'write-excel-file/node'
import { imports } from '#contract/exchange/imports/imports.ts'
import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { workInBackground } from '#server/platform/jobs/worker.ts'
import { clock } from '#test/world/clock.ts'
import { accountsOf, ask } from '#test/harness/ground.ts'
import { world } from '#test/world/world.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test as base } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { drop, expectCounts, rowsIn, zipOf } from './table-files.ts'

const { manager, parent, class4a, class4b } = world
const newPhone = '01211100022'

const test = base.extend<{ importer: null }>({
  importer: [
    async ({ house }, use) => {
      const importer = workInBackground(accountsOf(house.connection), clock, [importWork])
      await use(null)
      await importer.stop()
    },
    { auto: true },
  ],
})

type Counted = 'students' | 'student_parents' | 'parent_invitations'
const countIn = async (house: { connection: Parameters<typeof ask>[0] }, table: Counted) =>
  (await ask<{ n: number }>(house.connection, `select count(*)::int n from ${table}`))[0]!.n

test('pasted rows are mapped, corrected in place, reviewed, stored, and undone', async ({ page, house, t, comeAs }) => {
  const before = { students: await countIn(house, 'students'), links: await countIn(house, 'student_parents') }
  const invited = await countIn(house, 'parent_invitations')
  await comeAs(manager.phone)
  await page.goto('/settings/students')
  await page.getByRole('link', { name: t('settings.students.import'), exact: true }).click()
  const go = page.getByRole('button', { name: t('imports.next') })

  await test.step('a text that is no table is refused with a sentence', async () => {
    await page.locator('[data-import=file]').setInputFiles('public/icon-192.png')
    await expect(page.getByRole('alert')).toHaveText(t('imports.unfit.kind'))
  })

  await page.getByLabel(t('imports.paste')).fill(
    [
      ['Stand', 'الفصل', 'اسم الطالب', 'هاتف ولي الامر', 'صلة القرابة', 'Bus'],
      ['15/06/2016', class4a.name, 'يوسف هاني المراغي', parent.phone, 'father', '7'],
      ['٢٠١٦/٧/١', 'رابع باء', 'ليلى هاني المراغي', `${parent.phone}`, 'أب', '7'],
      ['2016-02-30', class4a.name, '=HYPERLINK("x") ‮سارة فؤاد', '123', 'mother', ''],
      ['2016-03-01', class4a.name, 'مروان شادي العدوي', newPhone, 'mother', ''],
      ['2016-04-01', class4a.name, 'بسمة', '', '', ''],
    ]
      .map((cells) => cells.join('\t'))
      .join('\n'),
  )
  await page.getByRole('button', { name: t('imports.useRows') }).click()

  await test.step('an unknown heading is given its meaning by hand', async () => {
    const columns = page.getByRole('list', { name: t('imports.step.columns') }).getByRole('listitem')
    await expect(columns).toHaveCount(6)
    await expect(columns.getByText(t('imports.guess.recognised'), { exact: true })).toHaveCount(4)
    await expect(columns.first()).toContainText(t('imports.guess.unknown'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await choose(page, columns.first(), 'Stand', t('imports.meaning.birthDate'))
    await expect(columns.first()).toContainText(t('imports.guess.chosen'))
    await go.click()
  })

  const row = (number: number) =>
    page.getByRole('listitem', { name: t('imports.row').replace('{{number}}', String(number)), exact: true })
  const cell = (number: number, meaning: string) => row(number).getByLabel(t(`imports.meaning.${meaning}`))
  const wrong = page.locator('[data-cell][aria-invalid=true]')

  await test.step('each wrong cell says why, and is corrected in place', async () => {
    await expect(wrong).toHaveCount(5)
    await expect(row(4)).toContainText(t('sentences.Invalid date'))
    await expect(row(4)).toContainText(t('sentences.Invalid Phone Number!'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expect(go).toBeDisabled()

    // It could be a new class. Only what is not is matched with a class of the school.
    await page
      .getByRole('combobox', { name: new RegExp(`${t('imports.gradeOf').split('{{')[0]!.trim()}.*رابع باء`) })
      .click()
    await page
      .getByRole('listbox')
      .getByRole('option', { name: t('imports.notNew') })
      .click()
    const meant = t('imports.unknownKind.class').split('{{')[0]!.trim()
    await page.getByRole('combobox', { name: new RegExp(`${meant}.*رابع باء`) }).click()
    await page.getByRole('listbox').getByRole('option', { name: class4b.name }).click()
    await page.getByRole('button', { name: t('imports.apply') }).click()
    await expect(row(3)).toHaveCount(0)

    const sent: string[] = []
    page.on('request', (request) => request.url().endsWith(imports.changeRow.path) && sent.push(request.url()))
    await cell(4, 'birthDate').fill('٢٨/٠٢/٢٠١٦')
    await cell(4, 'birthDate').press('Enter')
    await expect(cell(4, 'fullName')).toBeFocused()
    await cell(4, 'fullName').fill('=HYPERLINK("x") سارة فؤاد')
    await cell(4, 'fullName').press('Enter')
    await expect(cell(4, 'phone1')).toBeFocused()
    await cell(4, 'phone1').fill(newPhone)
    await cell(4, 'phone1').press('Enter')
    await expect(row(4)).toContainText(t('imports.outcome.add'))
    await expect(cell(6, 'fullName')).toBeFocused()
    expect(sent, 'each cell is sent once').toHaveLength(3)
    const leaveOut = new RegExp(`^${t('imports.leaveOut')}`)
    await row(6).getByRole('button', { name: leaveOut }).click()
    await expect(row(6)).toContainText(t('imports.outcome.leftOut'))
    await expect(page.getByText(t('imports.rowsReady'))).toBeVisible()
  })

  await page.reload() // the page can be left, and then continues at the same place
  await go.click()
  await expectCounts(page, t, { add: 4, change: 0, same: 0, leftOut: 1 })
  expect(await countIn(house, 'students')).toBe(before.students)
  const listed = page.getByRole('list', { name: t('imports.show.add') })
  await expect(listed).toContainText('=HYPERLINK')
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: new RegExp(`^${t('imports.start_other').split(' ')[0]} .*4`) }).click()
  await expect(page.getByRole('heading', { name: t('imports.done') })).toBeVisible()
  await expectAccessible(page)
  expect(await countIn(house, 'students')).toBe(before.students + 4)
  // Phone numbers in a table need the consent of their owners, even if these have an account.
  expect(await countIn(house, 'student_parents')).toBe(before.links)
  expect(await countIn(house, 'parent_invitations')).toBe(invited + 4)

  await test.step('the same rows again change nothing, and are not called imported', async () => {
    const all = page.getByRole('link', { name: t('imports.all') })
    const earlier = page.getByRole('list', { name: t('imports.earlier') }).getByRole('listitem')
    const pasteAgain = async () => {
      await expect(earlier.last()).toContainText(t('imports.state.done'))
      const same = `Student name;class;birth date\nمروان شادي العدوي;${class4a.name};2016-03-01`
      await page.getByLabel(t('imports.paste')).fill(same)
      await page.getByRole('button', { name: t('imports.useRows') }).click()
      await expect(page.getByText(t('imports.nothingToChange'))).toBeVisible()
    }
    await all.click()
    await pasteAgain()
    await page.getByRole('button', { name: t('imports.discard') }).click()
    const sure = page.getByRole('dialog').getByRole('button', { name: t('imports.discard') })
    await sure.click()
    await expect(earlier).toHaveCount(1)
    await pasteAgain()
    const importId = new URL(page.url()).searchParams.get('import')
    // No button starts it, but another client might.
    await page.evaluate(async (body) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/Import/Start', { method: 'POST', headers, body })
    }, JSON.stringify({ importId }))
    await page.reload()
    await expect(page.getByRole('heading', { name: t('imports.storedNothing') })).toBeVisible()
    await expect(page.getByText(t('imports.nothingBecause.same'))).toBeVisible()
    await all.click()
    await expect(earlier.first()).toContainText(t('imports.state.nothing'))
    await earlier.last().getByRole('link').click()
  })

  await test.step('the import is undone', async () => {
    await page.getByRole('button', { name: t('imports.undo') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('imports.undo') })
      .click()
    await expect(page.getByRole('heading', { name: t('imports.undone') })).toBeVisible()
    expect(await countIn(house, 'students')).toBe(before.students)
    expect(await countIn(house, 'student_parents')).toBe(before.links)
  })
})

test('a file is dropped and stored; its undo says what hinders it; every list is taken out as a file', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/students?import=new')
  const file = await writeXlsx([
    ['الكود', 'اسم الطالب', 'الفصل', 'تاريخ الميلاد', 'مدفوع'],
    [null, '+12 سمير كمال', class4a.name, '2016-01-05', 'لا'],
  ]).toBuffer()
  await drop(page.locator('[data-drop]'), 'طلاب جدد 2026.xlsx', file)
  await expectCounts(page, t, { add: 1, change: 0, same: 0, leftOut: 0 })
  await page.getByRole('button', { name: new RegExp(`^${t('imports.start_other').split(' ')[0]} `) }).click()
  await expect(page.getByRole('heading', { name: t('imports.done') })).toBeVisible()

  await ask(
    house.connection,
    `update students set version = version + 1, middle_name = 'كامل' where last_name = 'كمال'`,
  )
  await page.getByRole('button', { name: t('imports.undo') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('imports.undo') })
    .click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByRole('list', { name: t('imports.show.hindering') })).toContainText(
    t('sentences.This student was changed later'),
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await test.step('a folder of OneRoster brings students with their classes and guardians', async () => {
    await page.getByRole('link', { name: t('imports.all') }).click()
    await page.locator('[data-import=file]').setInputFiles({
      name: 'roster.zip',
      mimeType: 'application/zip',
      buffer: zipOf({
        'orgs.csv': 'sourcedId,name,type\no1,Nile,school',
        'users.csv': [
          'sourcedId,role,givenName,middleName,familyName,orgSourcedIds,agentSourcedIds,sms',
          's1,student,Dalia,Adel,Mansour,o1,g1,',
          `g1,guardian,Adel,Fathy,Mansour,o1,s1,${newPhone}`,
        ].join('\n'),
        'classes.csv': `sourcedId,title,classType\nc1,${class4b.name},homeroom`,
        'enrollments.csv': 'sourcedId,classSourcedId,userSourcedId,role\ne1,c1,s1,student',
      }),
    })
    await expectCounts(page, t, { add: 1, change: 0, same: 0, leftOut: 0 })
    const row = page.getByRole('list', { name: t('imports.show.add') }).locator(':scope > li')
    for (const shown of ['Dalia Adel Mansour', class4b.name]) await expect(row).toContainText(shown)
  })

  await test.step('the table to start from, and the list as it is narrowed, as both kinds of file', async () => {
    await page.getByRole('link', { name: t('imports.all') }).click()
    const template = page.waitForEvent('download')
    await page.getByRole('button', { name: `${t('imports.template')}: XLSX` }).click()
    const [headings] = await rowsIn(await (await template).path())
    expect(headings!.length).toBeGreaterThan(5)

    await page.goto(`/settings/students?classRoomId=${class4a.id}`)
    const taken = async (format: 'xlsx' | 'csv') => {
      await page.getByRole('button', { name: t('exports.export') }).click()
      const download = page.waitForEvent('download')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t(`exports.${format}`) })
        .click()
      const path = await (await download).path()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      return path
    }
    const cells = (await rowsIn(await taken('xlsx'))).flat().map(String)
    expect(cells).toContain(world.omar.firstName)
    expect(cells).not.toContain(class4b.name)

    const csv = readFileSync(await taken('csv'), 'utf8')
    expect(csv).toContain(world.omar.firstName)
    expect(csv).toMatch(/(^|,)"?'\+12/m) // what would be a formula is text
    expect(csv).not.toMatch(/(^|,)"?[=+@-]/m)
  })
})
