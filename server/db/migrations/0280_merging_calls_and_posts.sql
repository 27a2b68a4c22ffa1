-- A merge of two students takes calls about absences and posts along (decision 053).
grant update (student_id) on absence_calls to kashkool_app;
grant update (student_ids) on post_readers to kashkool_app;
grant update (target_id) on post_audience to kashkool_app;
