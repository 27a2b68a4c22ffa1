-- An active school by its id. With a few hundred schools the planner took the index by name for it, read it from end to end for every row, and
-- a parent's unread items took as long as there were schools.
create index schools_active on schools (id) where active;
