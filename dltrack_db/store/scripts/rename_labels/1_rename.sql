-- Gives the labels of variable `labels` of the collection in variable `home` the name in variable `new_name`.
-- Scores that somebody computed by labels keep the name their source gives the labels.
update main.qrels set variant = getvariable('new_name')
where collection = getvariable('home') and variant = getvariable('labels');
update main.qrels_variants set variant = getvariable('new_name')
where collection = getvariable('home') and variant = getvariable('labels');
update main.subtopic_qrels set variant = getvariable('new_name')
where collection = getvariable('home') and variant = getvariable('labels');
update main.loads set name = getvariable('new_name')
where part = 'qrels' and collection = getvariable('home') and name = getvariable('labels');
