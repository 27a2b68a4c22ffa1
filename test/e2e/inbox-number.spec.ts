import { inbox } from '#contract/messages/inbox/inbox.ts'
import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, test } from './house.ts'

const { supervisor } = people
const { class4a } = classes

test('what is settled is not counted any more once the inbox is opened', async ({ page, house, t, signIn }) => {
  await ask(
    house.connection,
    `delete from attendance_marks where class_room_id = '${class4a.id}' and date = '${today}'`,
  )
  await ask(
    house.connection,
    `insert into inbox_items (id, person_id, occasion, kind, at_school_id, subject_ids, day)
     select gen_random_uuid(), '${supervisor.id}', 'a reminder', 'registerMissing', school_id, array[id], '${today}'
     from class_rooms where id = '${class4a.id}'`,
  )
  let readings = 0
  page.on('response', (response) => {
    if (response.url().includes(inbox.unread.path)) readings++
  })
  await signIn(supervisor.phone)
  // A screen without subscriptions of its own; when subscriptions change, the number is read again anyway.
  readings = 0
  await page.goto('/notices')
  const inboxLink = page.getByRole('banner').getByRole('link', { name: new RegExp(t('inbox.title')) })
  await expect(inboxLink).toHaveAccessibleName(`${t('inbox.title')}: 1 ${t('inbox.unread')}`)
  // The number is read again soon after the stream of signals was opened.
  await expect.poll(() => readings).toBe(2)
  // The end of its day, which nothing signals.
  await ask(house.connection, `update inbox_items set at = at - interval '1 day' where occasion = 'a reminder'`)
  await inboxLink.click()
  await expect(inboxLink).toHaveAccessibleName(t('inbox.title'))
  await expect(page.getByRole('region', { name: t('inbox.unread') })).toHaveCount(0)
})
