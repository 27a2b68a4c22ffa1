/** What registers of lessons and the rules of the day refuse with. */
export const sentencesOfLessons = [
  'The day of this class follows from its lessons',
  'The register of this class is taken once a day',
  'A student is not in this lesson',
  'Another class or group has already recorded one of these students in this lesson',
  'This class has no such lesson on this day',
  'This lesson has not begun yet',
  'This lesson can no longer be changed; ask the office',
  'Say why this lesson is changed so late',
  'Earlier days do not change; choose today or a later day',
  'Lessons of today are taken already; choose a later day',
  'Publish a timetable first; lessons are taken by it',
  'Say which share of the lessons makes a day',
  'Only the rule of a share has a share',
  'The registers no longer show this gap',
  'The last lesson is before the first',
]
