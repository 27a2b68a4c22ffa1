import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { pdfOf } from '#test/world/pdf-files.ts'
import { expect, expectNoSidewaysScroll, expectNothingCut, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { manager, teacher, parent, mother } = people

test('a teacher asks the families of a class; a parent answers, and the teacher sees who did and corrects it', async ({
  page,
  t,
  comeAs,
  signIn,
  signOut,
}) => {
  const title = 'رحلة <b>الصف</b>'
  const former = 'الخميس من الثامنة، التفاصيل في https://example.org/trip'
  const dialog = page.getByRole('dialog')
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })

  await comeAs(teacher.phone)
  await page.goto('/posts?tab=written')
  expect((await page.getByRole('searchbox', { name: t('posts.search') }).boundingBox())!.width).toBeGreaterThan(150)
  await page.getByRole('link', { name: t('posts.write') }).click()
  await dialog.getByText(classes.class4a.name, { exact: true }).click()
  await expect(dialog.getByRole('status').filter({ hasText: /\d.*\d/ })).toBeVisible()
  await dialog.getByLabel(t('posts.field.title')).fill(title)
  await dialog.getByLabel(t('posts.field.body')).fill('ftp://example.org')
  await dialog.getByLabel(t('posts.field.answers')).fill('يشارك\nلا يشارك')
  let sendOn = () => {}
  const sent = new Promise<void>((resolve) => (sendOn = resolve))
  await page.route('**/Attachment/Upload?*', async (route) => {
    await sent
    await route.continue()
  })
  const publish = dialog.getByRole('button', { name: t('posts.publish'), exact: true })
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'البرنامج.pdf',
    mimeType: 'application/pdf',
    buffer: pdfOf(),
  })
  await expect(publish).toBeDisabled()
  sendOn()
  await expect(dialog.getByText('البرنامج.pdf', { exact: true })).toBeVisible()
  await publish.click()
  await expect(dialog.getByText(t('sentences.Links must begin with http:// or https://'))).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel(t('posts.field.body')).fill(former)
  await dialog.getByRole('button', { name: t('posts.publish'), exact: true }).click()
  await expect(card).toContainText(former)
  await signOut()

  await signIn(parent.phone)
  await page.goto('/')
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(card.getByRole('link', { name: 'https://example.org/trip' })).toHaveAttribute('rel', /noopener/)
  await expect(card.getByRole('link', { name: /البرنامج\.pdf/ })).toHaveAttribute('download', /.*/)
  await card.getByRole('button', { name: 'يشارك', exact: true }).click()
  await expect(card.getByRole('button', { name: 'يشارك', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(card.getByRole('button', { name: 'يشارك', exact: true })).toBeFocused()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: t('posts.allOfThem') }).click()
  await page.getByRole('combobox', { name: t('posts.ofClass') }).click()
  await page.getByRole('option', { name: classes.class4a.name, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`class=${classes.class4a.id}`))
  await expect(card).toBeVisible()
  await expectNothingCut(page, '/posts')
  const search = page.getByRole('searchbox', { name: t('posts.search') })
  const isWhole = (field: HTMLInputElement) => {
    const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(field)
    const ink = document.createElement('canvas').getContext('2d')!
    ink.font = font
    const room = field.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
    return ink.measureText(field.placeholder).width <= room
  }
  expect(await search.evaluate(isWhole), 'the words of the search are whole').toBe(true)
  await signOut()

  await test.step('what is new stays on the screen while it is read, with what is asked', async () => {
    await signIn(mother.phone)
    let pass = () => {}
    const passing = new Promise<void>((done) => (pass = done))
    await page.route('**/Post/MarkRead', async (route) => {
      await passing
      await route.continue()
    })
    await page.goto('/posts')
    await expect(card).toBeVisible()
    const unread = page.waitForResponse((answer) =>
      [answer.url(), answer.request().postData()].some((text) => /GetPosts.*unread|"unread":true/.test(text ?? '')),
    )
    await page.getByRole('radio', { name: t('posts.view.unread'), exact: true }).check()
    await unread
    await expect(card.getByText(t('posts.new'), { exact: true })).toBeVisible()
    pass()
    await expect(card.getByText(t('posts.new'), { exact: true })).toHaveCount(0)
    await card.getByRole('button', { name: 'لا يشارك', exact: true }).click()
    await expect(card.getByRole('button', { name: 'لا يشارك', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText(t('posts.answered'), { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: 'لا يشارك', exact: true })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('radio', { name: t('posts.view.all'), exact: true }).check()
    await expect(card).toBeVisible()
    await page.getByRole('radio', { name: t('posts.view.unread'), exact: true }).check()
    await expect(card).toHaveCount(0)
    await signOut()
  })

  await signIn(teacher.phone)
  await page.goto('/posts?tab=written')
  await card.getByRole('button', { name: t('posts.report') }).click()
  await dialog.getByRole('radio', { name: new RegExp(`^${t('posts.state.answered')}`) }).check()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(dialog.getByRole('listitem').filter({ hasText: t('posts.answeredBefore') })).toContainText('لا يشارك')
  await dialog.getByRole('radio', { name: new RegExp(`^${t('posts.state.unread')}`) }).check()
  await dialog.getByRole('button', { name: t('posts.remind') }).click()
  await expect(dialog.getByText(t('posts.remindedAt')).first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.close'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await card.getByRole('button', { name: t('posts.correct') }).click()
  await dialog.getByLabel(t('posts.field.body')).fill('الأحد من الثامنة')
  await dialog.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(card).toContainText(t('posts.changed'))
  await card.locator('summary').click()
  await expect(card.getByText(former)).toBeVisible()
  await card.getByRole('button', { name: t('posts.takeBack') }).click()
  await page
    .getByRole('alertdialog')
    .or(dialog)
    .getByRole('button', { name: t('posts.takeBack'), exact: true })
    .click()
  await expect(page.getByText(t('posts.takenBack'))).not.toHaveCount(0)
  await expect(page.getByText(former)).toHaveCount(0)
})

test('an announcement that was begun, by words or by a choice, is lost only after a question', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/posts?tab=written')
  const form = page.getByRole('dialog', { name: t('posts.write') })
  const question = page.getByRole('dialog', { name: t('common.discardAsk') })
  const open = async () => {
    await page.getByRole('link', { name: t('posts.write') }).click()
    await expect(form).toBeVisible()
  }
  await open()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  for (const [what, begin] of [
    ['a title', () => form.getByLabel(t('posts.field.title')).fill('رحلة')],
    ['every class', () => form.getByRole('button', { name: t('common.chooseAll') }).click()],
    [
      'a day',
      async () => {
        await form.getByRole('button', { name: t('form.calendar') }).click()
        const calendar = page.getByRole('dialog', { name: t('form.calendar') })
        await expect(calendar.locator('table button:focus')).toBeVisible()
        await page.keyboard.press('Enter')
        await expect(form.getByLabel(t('posts.field.answerBy'))).not.toHaveValue('')
      },
    ],
  ] as const)
    await test.step(what, async () => {
      await open()
      await begin()
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await question.getByRole('button', { name: t('common.discard') }).click()
      await expect(form).toHaveCount(0)
    })

  await test.step('a template fills the words, shown beside as readers will see them, and a draft waits in its tab', async () => {
    await open()
    await form.getByRole('button', { name: t('posts.templates.trip.name'), exact: true }).click()
    const preview = form.getByRole('region', { name: t('posts.preview') })
    await expect(preview).toContainText(t('posts.templates.trip.title'))
    const chosen = form.getByRole('list', { name: t('posts.toWhom') })
    await form.getByText(classes.class4a.name, { exact: true }).click()
    await chosen.getByRole('button', { name: classes.class4a.name }).click()
    await expect(chosen).toHaveCount(0)
    await form.getByText(classes.class4a.name, { exact: true }).click()
    await expectAccessible(page)
    await form.getByRole('radio', { name: t('posts.time.draft') }).check({ force: true })
    await form.getByRole('button', { name: t('posts.keepDraft'), exact: true }).click()
    await expect(form).toHaveCount(0)
    const draft = page.getByRole('heading', { name: t('posts.templates.trip.title') })
    await expect(draft).toHaveCount(0)
    await page.getByRole('tab', { name: t('posts.drafts') }).click()
    await expect(draft).toBeVisible()
    await page.getByRole('tab', { name: t('posts.written') }).click()
  })

  await test.step('of many students with such a name all are to be had', async () => {
    await open()
    await form.getByRole('radio', { name: t('posts.of.students') }).check({ force: true })
    await form.getByLabel(t('posts.findStudent')).fill('ال')
    await expect(form.getByRole('checkbox')).not.toHaveCount(0)
    const first = await form.getByRole('checkbox').count()
    await form.getByRole('button', { name: t('common.loadMore') }).click()
    await expect.poll(() => form.getByRole('checkbox').count()).toBeGreaterThan(first)
  })
})
