import type pg from 'pg'
import { now } from '#test/world/clock.ts'
import { idOf } from '#test/world/ids.ts'
import { insert, type Row } from '#test/world/insert.ts'
import { world } from '#test/world/world.ts'

const { nile, delta, omar, deltaStudent, parent, deltaParent, supervisor, deltaSupervisor } = world

const of = (kind: string) => ({ own: idOf(kind, nile.id), ofAnotherSchool: idOf(kind, delta.id) })
const [thread, text] = [of('spare thread'), of('spare text')]
const late = idOf('spare thread', 'late')

export const thingsOfThreads = (nowhere: Record<string, string>) => ({
  thread: { ...thread, late, ...nowhere },
  threadText: { ...text, ...nowhere },
})

export const kindsOfThreads = { threadId: 'thread', textId: 'threadText', toId: 'anybody', standInId: 'anybody' }

const hours = { frameFrom: '00:00', frameTo: '23:59', nightFrom: '23:58', nightTo: '00:00' }

export const plainOfThreads = {
  'Message/SaveSettings': { opens: ['office', 'supervisor', 'teacher'], ...hours, answerDays: 2, words: [] },
  'Message/SaveHours': { own: [{ weekday: 'Sunday', from: '12:00', to: '14:00' }] },
}

/** A thread with one text in each of two schools that have opened messages, and in one a thread that is late. */
export async function spareThreads(owner: pg.Client) {
  const put = (table: string, row: Row) => insert(owner, table, [row])
  // Too old to be taken back, however long the calls before take.
  const at = new Date(now() - 60 * 60_000).toISOString()
  for (const [place, { school, student, asker, responsible }] of [
    ['own', { school: nile, student: omar, asker: parent, responsible: supervisor }],
    ['ofAnotherSchool', { school: delta, student: deltaStudent, asker: deltaParent, responsible: deltaSupervisor }],
  ] as const) {
    await put('message_settings', {
      school_id: school.id,
      opens: ['supervisor', 'teacher', 'office'],
      office_ids: [],
      frame_from: '00:00',
      frame_to: '23:59',
      night_from: '23:58',
      night_to: '00:00',
      answer_days: 2,
      words: [],
      version: 1,
      created_at: at,
      modified_at: at,
    })
    const row = {
      school_id: school.id,
      student_id: student.id,
      asker_id: asker.id,
      both_parents: true,
      subject: 'other',
      responsible_id: responsible.id,
      begun_by: asker.id,
      begun_by_school: false,
      turn: 'school',
      in_row: 1,
      texts: 1,
      last_at: at,
      reported: false,
      version: 1,
      created_at: at,
      modified_at: at,
    }
    const threads = place === 'own' ? [thread.own, late] : [thread[place]]
    for (const id of threads) {
      await put('threads', { ...row, id, ...(id === late && { answer_by: '2026-01-01' }) })
      await put('thread_texts', {
        school_id: school.id,
        id: id === late ? idOf('spare text', 'late') : text[place],
        thread_id: id,
        student_id: student.id,
        number: 1,
        author_id: asker.id,
        by_school: false,
        body: 'spare text',
        sent_at: at,
        visible_from: at,
        notified_at: at,
        created_at: at,
      })
    }
  }
}
