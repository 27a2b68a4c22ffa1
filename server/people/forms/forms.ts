import { createHash } from 'node:crypto'
import { forms } from '#contract/people/forms/forms.ts'
import type { ReadInputOf } from '#contract/language/operation.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import { conflict, found, invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { publish } from '#server/outbox/events.ts'
import { changeRow } from '#server/db/change-row.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import {
  answersTo,
  countClasses,
  formOf,
  formsOf,
  formsOfChild,
  insertForm,
  insertFormText,
  isTextAnswered,
  lockForm,
  storeFormAnswer,
  storeReminder,
  textsOfForm,
  withdrawFormAnswer,
} from './forms.queries.ts'

export const formOperations = implement(forms, {
  list: ({ db, school, page }) => formsOf(db, school, page),

  async save(call) {
    const { db, school, input } = call
    const { classRoomIds, untilDay } = input
    mustDiffer(classRoomIds, 'Invalid input', 'classRoomIds')
    if ((await countClasses(db, school.id, classRoomIds)) !== classRoomIds.length) throw notFound()
    if (untilDay && untilDay < school.today && !input.formId) throw invalid('This date cannot be used', 'untilDay')
    const id = input.formId ? await changed(call, input.formId) : await added(call)
    return found(await formOf(db, school, id))
  },

  async close({ db, school, now, input: { formId, closed } }) {
    found(await lockForm(db, school.id, formId))
    const { closedAt } = found(await formOf(db, school, formId))
    if ((closedAt !== null) !== closed)
      await changeRow(db, { table: 'forms', schoolId: school.id, id: formId }, { closedAt: closed ? now : null })
    return found(await formOf(db, school, formId))
  },

  async report({ db, school, input: { formId, answer }, page }) {
    found(await formOf(db, school, formId))
    return answersTo(db, { schoolId: school.id, formId, answer }, page)
  },

  async texts({ db, school, input: { formId } }) {
    found(await formOf(db, school, formId))
    return textsOfForm(db, school.id, formId)
  },

  async remind({ db, school, user, now, input: { formId } }) {
    found(await lockForm(db, school.id, formId))
    const form = found(await formOf(db, school, formId))
    if (form.closedAt || (form.untilDay && form.untilDay < school.today)) throw conflict('This form is closed')
    if (form.unanswered === 0) throw conflict('Nobody is left to be reminded')
    if (!form.canRemind) throw conflict('Parents were reminded of this form today')
    await storeReminder(db, school.id, formId, now)
    await publish(db, { event: 'form waits', schoolId: school.id, actorId: user.id, payload: { formId } })
    return found(await formOf(db, school, formId))
  },

  async ofChild({ db, user, input: { studentId } }) {
    const { schoolId, today } = found(await childOf(db, user, studentId))
    return formsOfChild(db, { schoolId, studentId, today, by: user.id })
  },

  async answer({ db, user, now, input: { studentId, formId, textVersion, agrees } }) {
    const { schoolId, today } = found(await childOf(db, user, studentId))
    await lockUnmerged(db, schoolId, studentId)
    const stored = found(await lockForm(db, schoolId, formId))
    const read = async () => (await formsOfChild(db, { schoolId, studentId, today, by: user.id }, formId))[0]
    const form = found(await read())
    if (!form.isOpen) throw conflict('This form is closed')
    if (stored.textVersion !== textVersion) throw conflict('The text was changed since you read it; read it again')
    await storeFormAnswer(db, { schoolId, formId, studentId, textVersion, agrees, by: user.id, at: now })
    return found(await read())
  },

  async withdraw({ db, user, now, input: { studentId, formId } }) {
    const { schoolId, today } = found(await childOf(db, user, studentId))
    await lockUnmerged(db, schoolId, studentId)
    if (!(await withdrawFormAnswer(db, { schoolId, formId, studentId, by: user.id, at: now }))) throw notFound()
    return found((await formsOfChild(db, { schoolId, studentId, today, by: user.id }, formId))[0])
  },
})

type Saving = Pick<Context<typeof forms.save>, 'db' | 'user' | 'school'> & { input: ReadInputOf<typeof forms.save> }

const hashOf = ({ title, body }: { title: string; body: string }) =>
  createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('hex')

async function added({ db, user, school, input }: Saving) {
  const { formKind: kind, title, body, classRoomIds, untilDay = null, places = null } = input
  const form = { schoolId: school.id, kind, title, body, classRoomIds, untilDay, places, madeBy: user.id }
  const formId = await insertForm(db, form)
  const text = { title, body, hash: hashOf({ title, body }) }
  await insertFormText(db, { schoolId: school.id, formId, textVersion: 1, ...text, madeBy: user.id })
  return formId
}

async function changed({ db, user, school, input }: Saving, formId: string) {
  const stored = found(await lockForm(db, school.id, formId))
  await mustBeCurrent(input.baseVersion, stored.version, () => formOf(db, school, formId))
  const { formKind, title, body, classRoomIds, untilDay = null, places = null } = input
  const present = found(await formOf(db, school, formId))
  if (present.formKind !== formKind && (await isTextAnswered(db, school.id, formId)))
    throw invalid('This field cannot be changed here', 'formKind')
  const isOther = title !== stored.title || body !== stored.body
  const textVersion = stored.textVersion + (isOther ? 1 : 0)
  if (isOther) {
    const text = { title, body, hash: hashOf({ title, body }) }
    await insertFormText(db, { schoolId: school.id, formId, textVersion, ...text, madeBy: user.id })
  }
  const changes = { kind: formKind, title, body, classRoomIds, untilDay, places, textVersion }
  await changeRow(db, { table: 'forms', schoolId: school.id, id: formId }, changes)
  return formId
}
