import { newId } from '#server/db/ids.ts'

/** A promotion of a school, with one row in each of its tables. The ids: of the school, the promotion, a person, a student, a class, a year. */
export function promotionRows([school, promotion, person, student, classRoom, year]: string[]) {
  const inSchool = { school_id: school }
  const result = { ...inSchool, student_id: student }
  return [
    [
      'promotions',
      {
        ...inSchool,
        id: promotion,
        from_year_id: year,
        to_year_id: newId(),
        to_year_name: '2027',
        options: '{}',
        made_by: person,
      },
    ],
    [
      'promotion_classes',
      {
        ...inSchool,
        id: newId(),
        promotion_id: promotion,
        from_class_id: classRoom,
        name: 'فصل ثان',
        max_of_students: 20,
        keeps_supervisor: true,
      },
    ],
    ['promotion_students', { ...result, promotion_id: promotion, decision: 'up', decided_by: person }],
    ['promotion_progress', { ...inSchool, promotion_id: promotion }],
  ] satisfies [string, Record<string, unknown>][]
}
