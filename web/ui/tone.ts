/** The eight colours of the palette. They are defined in colours.css, and their contrast is tested in both themes. */
export const tones = ['teal', 'amber', 'plum', 'indigo', 'olive', 'brick', 'azure', 'rose'] as const

export type CourseTone = (typeof tones)[number]

/** Usual names of courses have the same colour in every school, so that parents recognise them. */
const usual: [CourseTone, RegExp][] = [
  ['teal', /عرب|arab/i],
  ['indigo', /رياضيات|حساب|جبر|هندس|math|algebra|geometr/i],
  ['olive', /علوم|أحياء|scien|biolog/i],
  ['amber', /اجتماع|تاريخ|جغراف|social|histor|geograph/i],
  ['plum', /إنجليز|انجليز|english/i],
  ['azure', /فيزياء|كيمياء|حاسب|تكنولوج|physic|chemi|comput|technolog/i],
  ['rose', /فن|رسم|موسيق|art|music|draw/i],
  ['brick', /دين|إسلام|مسيح|فرنس|ألمان|relig|islam|christian|french|german/i],
]

/** The colour of a course or grade for `data-tone`: the same wherever its name appears. */
export const toneOf = (name: string): CourseTone =>
  usual.find(([, words]) => words.test(name))?.[0] ?? tones[sumOf(name) % tones.length]!

const sumOf = (name: string) => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7)
