import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { withClient } from '#server/db/client.ts'
import { ask } from '#test/harness/ground.ts'
import { insertOneOfWaiting } from '#test/world/one-of-waiting.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

const { manager, registrar, idleTeacher, newcomer } = people
const { omar } = students

test('what waits is decided one after the other, by keys or by taps, and taken back', async ({
  page,
  house,
  t,
  comeAs,
  narrow,
}) => {
  await withClient(house.connection, insertOneOfWaiting)
  await comeAs(manager.phone)
  await page.goto('/')
  const atHome = page.getByRole('region', { name: t('home.waiting') })
  await atHome.getByRole('link').first().click()
  await expect(page).toHaveURL('/waiting?kind=excuses')
  if (!narrow) await expect(page.locator('[aria-current=true][data-item]')).toBeFocused()
  const kinds = page.getByRole('group', { name: t('waiting.kinds') })
  await kinds.getByRole('button', { name: t('waiting.kind.excuses') }).click()
  await expect(page).toHaveURL('/waiting')

  const queue = page.getByRole('list', { name: t('waiting.title') })
  const chosen = page.getByRole('region', { name: t('waiting.chosen') })
  const current = queue.locator('[aria-current=true]')
  const does = async (key: string, button: string) =>
    narrow ? chosen.getByRole('button', { name: t(button), exact: true }).click() : page.keyboard.press(key)
  const undo = async () =>
    narrow ? page.getByRole('button', { name: t('absence.undo') }).click() : page.keyboard.press('u')

  await expect(current).toContainText(omar.firstName)
  await expect(current).toContainText(t('absence.kind.illness'))
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await test.step('an accepted excuse leaves, the next item is chosen, and the excuse comes back', async () => {
    await does('a', 'absence.accept')
    await expect(current).toContainText('first')
    if (!narrow) await expect(current).toBeFocused()
    await undo()
    await expect(current).toContainText(t('absence.kind.illness'))
    await expect(page.getByText(t('absence.waitsAgain')).first()).toBeVisible()
  })

  await test.step('a refused one asks why', async () => {
    if (!narrow) {
      await page.keyboard.press('j')
      await expect(current).toContainText('first')
      await page.keyboard.press('k')
    }
    await expect(current).toContainText(t('absence.kind.illness'))
    await does('r', 'absence.refuse')
    const dialog = page.getByRole('dialog')
    // What is typed there is no key of the queue.
    await dialog.getByLabel(t('absence.field.reason')).pressSequentially('akjru')
    await dialog.getByRole('button', { name: t('absence.refuse') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(current).toContainText('first')
    const [excuse] = await ask(
      house.connection,
      `select reason from excuses where accepted = false and reason = 'akjru'`,
    )
    expect(excuse).toBeDefined()
  })

  await test.step('a step is handled at once, and reopened among what was decided', async () => {
    await does('a', 'absence.handle')
    await expect(current).toContainText('helps')
    await page.getByRole('radio', { name: t('waiting.lists.decided') }).click()
    const decided = page.getByRole('main').getByRole('listitem')
    await expect(decided.first()).toContainText(t('waiting.outcome.done'))
    await expect(decided.first()).toContainText(manager.lastName)
    await expectAccessible(page)
    await decided
      .first()
      .getByRole('button', { name: t('absence.undo') })
      .click()
    await expect(decided.first()).toContainText(t('waiting.outcome.refused'))
    await page.getByRole('radio', { name: t('waiting.lists.waiting') }).click()
    await expect(queue.getByRole('button').first()).toContainText('first')
  })

  await test.step('teachers with whom marks wait are reminded, and then no more today', async () => {
    const others = page.getByRole('region', { name: t('waiting.withOthers') })
    await others.getByRole('button', { name: t('waiting.whoOwes') }).click()
    const remind = others.getByRole('button', { name: t('waiting.remindAll'), exact: true })
    await remind.click()
    await expect(others.getByText(t('waiting.remindedBy')).first()).toBeVisible()
    await expect(remind).toHaveCount(0)
    await expectAccessible(page)
  })

  await test.step('conduct is kept from the parents, and waits no more', async () => {
    await kinds.getByRole('button', { name: t('waiting.kind.conduct') }).click()
    await expect(current).toContainText('helps')
    await does('a', 'conduct.decide')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('conduct.field.publish')).uncheck()
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(page.getByText(t('waiting.none'))).toBeVisible()
  })
})

const offices = [
  ['schoolRegistrar', registrar, ['numbers', 'arrivals', 'excuses']],
  ['schoolDeputy', idleTeacher, ['excuses', 'letters', 'conduct']],
  ['schoolAccountant', newcomer, ['payments', 'seats']],
] as const

for (const [role, person, tiles] of offices)
  test(`the home of a ${role} begins with the work of the office, which leads to the queue @once`, async ({
    page,
    house,
    t,
    comeAs,
  }) => {
    await withClient(house.connection, insertOneOfWaiting)
    await ask(
      house.connection,
      `insert into user_roles (user_id, role_id, school_id, source)
       values ('${person.id}', '${builtInRoles[role].id}', '${schools.nile.id}', 'given')`,
    )
    await comeAs(person.phone)
    await page.goto('/')
    for (const key of tiles) await expect(page.getByRole('region', { name: t(`home.office.${key}`) })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const first = page.getByRole('region', { name: t(`home.office.${tiles[0]}`) })
    await first.getByRole('link').first().click()
    await expect(page).toHaveURL(`/waiting?kind=${tiles[0]}`)
    await expect(page.getByRole('region', { name: t('waiting.chosen') })).toBeVisible()
  })
