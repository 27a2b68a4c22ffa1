import { expect, test } from 'vitest'
import { keepingNoCalendar } from '#server/school/presence/open-days.queries.ts'
import { openDb } from '#server/db/db.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { carriedSettings, forCitus } from './for-citus.ts'

/** It connects to nothing, because no statement is sent. */
const db = openDb({ host: 'localhost' }, { max: 1 })
const school = '01a00000-0000-7000-8000-000000000001'

test('a test that locks a person has the advisory lock and the row', () => {
  const text = forCitus('select from users where id = $1 for update')
  expect(text.match(/pg_advisory_xact_lock/g)).toHaveLength(1)
  expect(text).toMatch(/for update$/)
})

test('a call that locks a person has the advisory lock alone', () => {
  const text = forCitus('select phone_number from users where id = $1 for no key update')
  expect(text).toContain('pg_advisory_xact_lock(')
  expect(text).not.toContain('for no key update')
})

test('the lock of a school without a calendar is taken beside no row of the school', () => {
  const { sql: text } = keepingNoCalendar(school).compile(db as never)
  expect(forCitus(text)).toMatch(/where not has_calendar\(\$\d+\)/)
  expect(forCitus(text)).not.toContain('school_calendars')
})

test('workers know the settings of a request and how an import is planned, and no limits of time', () => {
  const names = ['app.schools', 'enable_nestloop', 'work_mem', 'statement_timeout']
  const carried = names.filter((name) =>
    carriedSettings(`set_config('${name}', $1, true)`).startsWith('carry_setting('),
  )
  expect(carried).toEqual(['app.schools', 'enable_nestloop', 'work_mem'])
})

test('who waits for a lock is asked on all servers', () => {
  expect(forCitus(whoWaits)).toContain('waiters_anywhere()')
})
