import { expect, test } from 'vitest'
import { activities } from '#contract/teaching/activities/activities.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { contacts } from '#contract/platform/contacts/contacts.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { recordFields } from '#contract/people/official-records/record-fields.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { type RemovableKind, removals } from '#contract/overviews/removals/removals.ts'
import { resultSchemes } from '#contract/results/results/schemes.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { schemeDraft } from '#test/world/result-drafts.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, teacher, supervisor, parent } = world
const { nile, class4a, arabic, omar } = world
const { sql } = tracesIn(connection)
const schoolId = nile.id

const work = { classRoomId: class4a.id, courseId: arabic.id, date: today, details: 'الوحدة الثانية', rate: 20 }
const named = (kind: RemovableKind, ...ids: string[]) => ({ schoolId, kind, ids })
const putBack = (kind: RemovableKind, id: string) => as(manager)(removals.putBack, named(kind, id))
const listed = async (id: string) =>
  (await as(manager)(removals.list, { schoolId, pageSize: 200 })).find((thing) => thing.id === id)

/** For each kind: makes one, removes it, and reads what shows that it is there. */
const others: Record<Exclude<RemovableKind, 'exam'>, () => Promise<Made>> = {
  homework: async () => {
    const { id } = await as(teacher)(homework.add, work)
    return { id, remove: () => as(teacher)(homework.remove, { id }), read: () => as(teacher)(homework.get, { id }) }
  },
  activity: async () => {
    const { id } = await as(teacher)(activities.add, work)
    return { id, remove: () => as(teacher)(activities.remove, { id }), read: () => as(teacher)(activities.get, { id }) }
  },
  note: async () => {
    const note = { classRoomId: class4a.id, studentId: omar.id, date: today, notes: 'متميز هذا الأسبوع' }
    const { id } = await as(teacher)(notes.add, note)
    await as(parent)(notes.markRead, { noteIds: [id] })
    expect(await as(teacher)(removals.effect, named('note', id))).toMatchObject({ readers: 1 })
    return {
      id,
      remove: () => as(teacher)(notes.remove, { noteId: id }),
      read: () => as(parent)(notes.get, { noteId: id }),
    }
  },
  conduct: async () => {
    const kind = { kindName: 'إزعاج', isMerit: false, level: 2, points: 2, measures: [], parentsSee: true }
    await as(manager)(conductKinds.save, { schoolId, fullMark: 10, startsAt: 8, kinds: [kind] })
    const kindId = (await as(manager)(conductKinds.get, { schoolId })).kinds[0]!.id
    const { id } = await as(supervisor)(conduct.record, { studentId: omar.id, kindId, day: today })
    return {
      id,
      remove: () => as(manager)(conduct.withdraw, { studentId: omar.id, recordId: id, reason: 'خطأ' }),
      read: async () => {
        const record = (await as(parent)(conduct.ofStudent, { studentId: omar.id })).find((one) => one.id === id)!
        if (record.withdrawnAt) throw Object.assign(new Error('withdrawn'), notFound)
        return { ...record, version: 0 }
      },
    }
  },
  post: async () => {
    const audience = [{ kind: 'class' as const, targetId: class4a.id }]
    const post = { schoolId, title: 'رحلة', body: 'إلى المتحف', answers: ['نعم', 'لا'], audience }
    const { id } = await as(manager)(postWriting.add, post)
    await as(parent)(posts.answer, { postId: id, answer: 'نعم' })
    expect(await as(manager)(removals.effect, named('post', id))).toMatchObject({ readers: 1, answers: 1 })
    return {
      id,
      remove: () => as(manager)(postWriting.takeBack, { postId: id }),
      read: async () => {
        const [seen] = await as(parent)(posts.list, { postId: id })
        if (seen!.takenBack) throw Object.assign(new Error('taken back'), notFound)
        return { ...seen, version: 0 }
      },
    }
  },
  calendarDay: async () => {
    const day = { kind: 'event' as const, fromDay: today, toDay: today, name: 'يوم رياضي' }
    const { ids } = await as(manager)(calendar.saveDays, { schoolId, items: [day] })
    const id = ids[0]!
    return {
      id,
      remove: () => as(manager)(calendar.removeDays, { schoolId, dayIds: [id] }),
      read: async () => there((await as(manager)(calendar.days, { schoolId })).find((one) => one.id === id)),
    }
  },
  contact: async () => {
    const [type] = await sql('select id from school_contact_types limit 1')
    const { id } = await as(manager)(contacts.add, { schoolId, contactTypeId: type.id, value: '0223456789' })
    return {
      id,
      remove: () => as(manager)(contacts.remove, { contactId: id }),
      read: async () =>
        there((await sql('select value from school_contacts where id = $1 and removed_at is null', [id]))[0]),
    }
  },
  recordField: async () => {
    const { id } = await as(manager)(recordFields.add, { schoolId, fieldName: 'خط الحافلة', kind: 'text' })
    return {
      id,
      remove: () => as(manager)(recordFields.remove, { schoolId, recordFieldId: id }),
      read: async () => {
        const { version: _, ...field } = there(
          (await as(manager)(recordFields.list, { schoolId })).find((one) => one.id === id),
        )
        return field
      },
    }
  },
  resultScheme: async () => {
    const { id } = await as(manager)(resultSchemes.save, { ...schemeDraft(schoolId), name: 'نظام ثالث' })
    return {
      id,
      remove: () => as(manager)(resultSchemes.remove, { schoolId, schemeId: id }),
      read: async () => there((await as(manager)(resultSchemes.list, { schoolId })).find((one) => one.id === id)),
    }
  },
}

type Made = { id: string; remove: () => Promise<unknown>; read: () => Promise<unknown> }

function there<T>(row: T | undefined): T {
  if (!row) throw Object.assign(new Error('gone'), notFound)
  return row
}

test.each(Object.keys(others) as (keyof typeof others)[])(
  'what is removed of %s is listed and put back',
  async (kind) => {
    const { id, remove, read } = await others[kind]()
    const before = await read()
    await remove()
    await expect(read()).rejects.toMatchObject(notFound)
    expect(await listed(id)).toMatchObject({ kind, removedByName: expect.any(String) })
    expect(await putBack(kind, id)).toMatchObject({ done: true })
    expect(await read()).toEqual(before)
    expect(await putBack(kind, id)).toEqual({ done: true, changed: 0 })
    expect(await listed(id)).toBeUndefined()
  },
)
