import { type RawBuilder, sql } from 'kysely'

/** The course of the classes themselves, because every class of OneRoster must have a course. */
export const homeroom = 'homeroom'

/** The id of a course in a class, which is a class of its own in OneRoster. It stays the same as long as both are there. */
export const sectionId = (classRoomId: string, courseId: string) => `${classRoomId}.${courseId}`

/** Accounts here are phone numbers, which are not given; other systems need a name that stays the same. */
export const rosterName = (kind: 'staff' | 'guardian', id: string) => `${kind}-${id.replaceAll('-', '').slice(-12)}`

/** How the name of a course in a class is written. */
export const sectionTitle = (courseName: string, className: string) => `${courseName} – ${className}`

// The same in SQL.
export const sqlSectionId = (classRoomId: string, courseId: string): RawBuilder<string> =>
  sql<string>`${sql.ref(classRoomId)}::text || '.' || ${sql.ref(courseId)}::text`
export const sqlRosterName = (kind: 'staff' | 'guardian', id: string): RawBuilder<string> =>
  sql<string>`${sql.lit(`${kind}-`)} || right(replace(${sql.ref(id)}::text, '-', ''), 12)`
export const sqlSectionTitle = (courseName: string, className: string): RawBuilder<string> =>
  sql<string>`${sql.ref(courseName)} || ' – ' || ${sql.ref(className)}`
