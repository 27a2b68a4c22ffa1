/**
 * The rules of OneRoster 1.2 CSV (IMS Global, "OneRoster CSV Binding", 19 September 2022) for the files that a school is given as: each column in
 * its order, with `!` where a value is required, and its type: `ids` of a file, a word of a list, `day`, `year`, `boolean`.
 */
const rules: Record<string, string> = {
  academicSessions: `sourcedId! status dateLastModified title! type!=gradingPeriod|semester|schoolYear|term startDate!=day
    endDate!=day parentSourcedId=ids:academicSessions schoolYear!=year`,
  classes: `sourcedId! status dateLastModified title! grades courseSourcedId!=ids:courses classCode classType!=homeroom|scheduled location
    schoolSourcedId!=ids:orgs termSourcedIds!=ids:academicSessions subjects subjectCodes periods`,
  courses: `sourcedId! status dateLastModified schoolYearSourcedId=ids:academicSessions title! courseCode grades orgSourcedId!=ids:orgs
    subjects subjectCodes`,
  demographics: `sourcedId!=ids:users status dateLastModified birthDate=day sex=male|female|unspecified|other americanIndianOrAlaskaNative
    asian blackOrAfricanAmerican nativeHawaiianOrOtherPacificIslander white demographicRaceTwoOrMoreRaces hispanicOrLatinoEthnicity
    countryOfBirthCode stateOfBirthAbbreviation cityOfBirth publicSchoolResidenceStatus`,
  enrollments: `sourcedId! status dateLastModified classSourcedId!=ids:classes schoolSourcedId!=ids:orgs userSourcedId!=ids:users
    role!=administrator|proctor|student|teacher primary=boolean beginDate=day endDate=day`,
  orgs: `sourcedId! status dateLastModified name! type!=department|district|local|national|school|state identifier
    parentSourcedId=ids:orgs`,
  roles: `sourcedId! status dateLastModified userSourcedId!=ids:users roleType!=primary|secondary
    role!=aide|counselor|districtAdministrator|guardian|parent|principal|proctor|relative|siteAdministrator|student|systemAdministrator|teacher
    beginDate=day endDate=day orgSourcedId!=ids:orgs userProfileSourcedId`,
  users: `sourcedId! status dateLastModified enabledUser!=boolean username! userIds givenName! familyName! middleName identifier email sms
    phone agentSourcedIds=ids:users grades password userMasterIdentifier resourceSourcedIds preferredGivenName
    preferredMiddleName preferredFamilyName primaryOrgSourcedId=ids:orgs pronouns`,
}

const forms: Record<string, RegExp> = {
  day: /^\d{4}-\d\d-\d\d$/,
  year: /^\d{4}$/,
  boolean: /^(true|false)$/,
}

type Table = { heading: string[]; rows: Record<string, string>[] }

/** What a folder breaks of the rules, for example 'users.username is empty (3)'; empty if nothing. */
export function brokenRules(tables: Readonly<Record<string, Table>>): string[] {
  const broken = Object.entries(tables).flatMap(([name, { heading, rows }]) => {
    if (!rules[name]) return name === 'manifest' ? [] : [`${name} is no file of a roster`]
    const columns = rules[name].split(/\s+/).map((column) => {
      const [, field, required, form] = /^(\w+)(!?)=?(.*)$/.exec(column)!
      return { field: field!, isRequired: required === '!', form: form! }
    })
    const known = columns.map(({ field }) => field)
    const own = heading.filter((one) => !one.startsWith('metadata.'))
    return [
      ...(own.join() === known.join() && own.join() === heading.slice(0, own.length).join()
        ? []
        : [`${name}: heading`]),
      ...columns.flatMap(({ field, isRequired, form }) =>
        rows.flatMap((row) => {
          const value = row[field]
          if (value === undefined) return [`${name}.${field} is not in every row`]
          if (value === '') return isRequired ? [`${name}.${field} is empty`] : []
          return isOf(value, form, tables) ? [] : [`${name}.${field} is '${value}'`]
        }),
      ),
      ...['sourcedId', ...(name === 'users' ? ['username'] : [])].flatMap((field) =>
        new Set(rows.map((row) => row[field])).size === rows.length ? [] : [`${name}.${field} repeats`],
      ),
      ...(rows.length === 0 ? [`${name} is empty`] : []),
    ]
  })
  return [...new Set(broken)]
}

function isOf(value: string, form: string, tables: Readonly<Record<string, Table>>) {
  if (form === '') return true
  if (form.startsWith('ids:')) {
    const ids = new Set(tables[form.slice(4)]?.rows.map(({ sourcedId }) => sourcedId))
    return value.split(',').every((id) => ids.has(id))
  }
  return forms[form] ? forms[form].test(value) : form.split('|').includes(value)
}
