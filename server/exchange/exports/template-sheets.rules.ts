/** The sheets of a template that contain names to copy, with their titles and headings in both languages. */
export const sheetsToCopy = {
  classes: {
    title: ['Classes', 'الفصول'],
    headings: [
      ['Class', 'الفصل'],
      ['Grade', 'الصف'],
    ],
  },
  relations: { title: ['Relations', 'صلات القرابة'], headings: [['Relation', 'صلة القرابة']] },
} as const satisfies Record<string, { title: readonly string[]; headings: readonly (readonly string[])[] }>

/** Whether a sheet of a workbook is one of these. If so, nothing in it is imported. */
export const isSheetToCopy = (name: string, headings: readonly string[]) =>
  Object.values(sheetsToCopy).some(({ title, headings: own }) =>
    title.some(
      (one, language) =>
        one === name && own.length === headings.length && own.every((words, at) => words[language] === headings[at]),
    ),
  )
