-- Removes the label set in variable `labels` from the collection in variable `home`.
delete from main.qrels where collection = getvariable('home') and variant = getvariable('labels');
delete from main.qrels_variants where collection = getvariable('home') and variant = getvariable('labels');
delete from main.subtopic_qrels where collection = getvariable('home') and variant = getvariable('labels');
delete from main.loads where part = 'qrels' and collection = getvariable('home') and name = getvariable('labels');
delete from main.load_expectations where batch_id not in (select batch_id from main.loads);
